# A small image of the server. docs/running.md tells how to run it.
#
#     docker build -t spanish21 .
#     docker run --name house -p 8021:8021 -v house:/data spanish21
#
# Without the coach and the prices it is a third of the size: --build-arg EXTRAS=server

FROM python:3.11-slim AS build
ARG EXTRAS=server,analysis
WORKDIR /checkout
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY docs docs
RUN python -m venv /opt/spanish21
RUN /opt/spanish21/bin/python -m pip install --no-cache-dir --disable-pip-version-check ".[$EXTRAS]"

FROM python:3.11-slim
COPY --from=build /opt/spanish21 /opt/spanish21
RUN useradd --uid 10021 --create-home spanish21 && mkdir /data && chown spanish21 /data
ENV PATH=/opt/spanish21/bin:$PATH XDG_DATA_HOME=/data XDG_CACHE_HOME=/data/cache
USER spanish21
VOLUME /data
EXPOSE 8021
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8021/api/health', timeout=4)"]
ENTRYPOINT ["spanish21"]
CMD ["serve", "--host", "0.0.0.0"]
