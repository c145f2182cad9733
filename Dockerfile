FROM python:3.13-slim AS packages
COPY requirements.txt .
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.txt

FROM debian:bookworm-slim AS pgbouncer
RUN apt-get update \
 && apt-get install --yes --no-install-recommends pgbouncer \
 && rm -rf /var/lib/apt/lists/*
COPY deploy/pgbouncer.ini /etc/pgbouncer/site.ini
USER 10001
EXPOSE 6432
CMD ["sh", "-c", "umask 077; printf '\"deaddrop\" \"%s\"\\n' \"$POSTGRES_PASSWORD\" > /tmp/users.txt; exec pgbouncer /etc/pgbouncer/site.ini"]

FROM caddy:2 AS caddy
COPY deploy/Caddyfile /etc/caddy/Caddyfile
COPY static /srv/static

FROM python:3.13-slim
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
  CMD ["python", "-c", "import os, urllib.request as url; url.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=4)"]
CMD ["python", "-m", "app", "run"]
