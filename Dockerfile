# `make images` writes down what these names stand for today, so that builds are the same until it is run again.
ARG PYTHON_IMAGE=python:3.13-slim
ARG DEBIAN_IMAGE=debian:bookworm-slim
ARG CADDY_IMAGE=caddy:2
ARG POSTGRES_IMAGE=postgres:18

# With requirements-tracing.txt, the site can send traces.
FROM ${PYTHON_IMAGE} AS packages
ARG REQUIREMENTS=requirements.txt
COPY ${REQUIREMENTS} .
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r ${REQUIREMENTS}

FROM ${DEBIAN_IMAGE} AS pgbouncer
RUN apt-get update \
 && apt-get install --yes --no-install-recommends pgbouncer \
 && rm -rf /var/lib/apt/lists/*
COPY deploy/pgbouncer.ini /etc/pgbouncer/site.ini
USER 10001
EXPOSE 6432
CMD ["sh", "-c", "umask 077; printf '\"deaddrop\" \"%s\"\\n' \"$(cat \"$POSTGRES_PASSWORD_FILE\")\" > /tmp/users.txt; exec pgbouncer /etc/pgbouncer/site.ini"]

# A copy of the program has no file capability, which nobody may execute who has dropped all capabilities. A new volume takes
# its owner from the folder at its place.
FROM ${CADDY_IMAGE} AS caddy
RUN cp /usr/bin/caddy /usr/bin/caddy.copy \
 && mv /usr/bin/caddy.copy /usr/bin/caddy \
 && chown -R 10001:10001 /data
COPY deploy/Caddyfile /etc/caddy/Caddyfile
USER 10001

FROM ${POSTGRES_IMAGE} AS backup
RUN install --directory --owner=postgres --group=postgres --mode=700 /backups
COPY deploy/backup.sh /usr/local/bin/backup.sh
USER postgres
CMD ["backup.sh"]

FROM ${PYTHON_IMAGE}
RUN useradd --system --no-create-home --uid 10001 deaddrop
WORKDIR /site
COPY --from=packages /venv /venv
COPY app app
COPY migrations migrations
COPY static static
COPY templates templates
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 APP_ENV=production HOST=0.0.0.0 PORT=8000
RUN python -m compileall -q app migrations
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as url; url.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/readyz', timeout=4)"]
CMD ["python", "-m", "app", "run"]
