# The image of all processes: `docker run IMAGE web | api | worker | migrate | operator …` (docs/image.md).
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
# A registry behind a certificate of one's own.
ARG NODE_EXTRA_CA_CERTS
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-progress
COPY . .
RUN node scripts/release.mjs /app

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
# Any user of group 0 may run it, as some clusters choose the user. It writes to /data and /tmp alone.
RUN mkdir -m 0770 /data && chown 10001:0 /data
COPY --from=build --chown=0:0 /app ./
USER 10001:0
VOLUME ["/data"]
EXPOSE 3000 3001
ENTRYPOINT ["node", "scripts/start.mjs"]
CMD ["web"]
