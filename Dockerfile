# The service. Its build is untested here: no container runtime was at hand. Please report what
# fails. The extra `serve` needs no torch; checkpoints do (install entailed[serve,nli] instead).

FROM python:3.13-slim AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN python -m venv /opt/entailed \
    && /opt/entailed/bin/pip install --no-cache-dir '.[serve]'

FROM python:3.13-slim
# A number, so that a cluster can see that it is not root.
RUN groupadd --gid 10001 entailed \
    && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin entailed
COPY --from=build /opt/entailed /opt/entailed
ENV PATH=/opt/entailed/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    ENTAILED_SERVE_HOST=0.0.0.0 \
    ENTAILED_SERVE_PORT=8000
USER 10001:10001
WORKDIR /tmp
EXPOSE 8000
# Ready: it can answer and record. For a probe that restarts, ask /healthz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
# The process itself gets SIGTERM, and finishes what it has accepted.
ENTRYPOINT ["entailed"]
CMD ["serve"]
