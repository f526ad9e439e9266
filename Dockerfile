# Kwasi in a container: docker run -p 8321:8321 -v kwasi:/data -e PAGE_PASSWORD=… kwasi
# Behind a proxy, name it in TRUSTED_PROXIES. Settings may also lie in /data/.env.
# The tests check this file's text only: where they run there is no Docker, so the image itself was never built there.
FROM python:3.12-slim AS packages
COPY requirements.lock /tmp/requirements.lock
RUN python -m venv /opt/kwasi \
 && /opt/kwasi/bin/pip install --no-cache-dir --require-hashes --requirement /tmp/requirements.lock

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data kwasi \
 && install --directory --owner=kwasi --group=kwasi --mode=0700 /data
COPY --from=packages /opt/kwasi /opt/kwasi
COPY app /srv/kwasi/app
COPY pyproject.toml prompts.lock.json /srv/kwasi/
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=8321 PYTHONPATH=/srv/kwasi PYTHONUNBUFFERED=1 OPENBLAS_NUM_THREADS=1
USER kwasi
WORKDIR /srv/kwasi
# No VOLUME line: Railway refuses it, and an unnamed volume is easily lost. Mount one at /data.
EXPOSE 8321
# Asks with Python: the slim image has no curl.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["/opt/kwasi/bin/python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/health', timeout=4)"]
CMD ["/opt/kwasi/bin/python", "-P", "-m", "app"]
