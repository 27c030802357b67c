# The bot as an image: not root, no shell, nothing but the bundle and the packages that it can't contain.
#   docker build -t claimcheck .
# Both bases are arguments, for whoever keeps their own. The one for run time needs `node` in one of the folders of PATH
# below, CA certificates, and a C library no older than the build's.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm
ARG RUNTIME_IMAGE=gcr.io/distroless/nodejs24-debian12:nonroot

# The bundle is the same for every machine, so this part runs on the builder's own.
FROM --platform=$BUILDPLATFORM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --workspaces=false --ignore-scripts
COPY tsconfig.json LICENSE ./
COPY scripts scripts
COPY src src
COPY commands commands
# Nobody reads source maps there.
RUN npm run build && find dist -name '*.map' -delete
# As it lies in the image. The database is where it is in a checkout, below the working directory: a DATABASE_URL set in
# the image would stand in the way of DATABASE_URL_FILE.
RUN mkdir -p /image/app /image/data && cp -r dist package.json LICENSE /image/app/ && ln -s /data /image/app/data

# SQLite's driver is machine code, so this part runs on (or as) the machine that the image is for. It is compiled: the
# published one needs a newer C library than these bases have.
FROM ${BUILD_IMAGE} AS dependencies
WORKDIR /image/app
COPY package.json package-lock.json ./
RUN npm_config_build_from_source=sqlite3 npm ci --omit=dev --workspaces=false
# What only compilers and editors read, and what SQLite's driver was made from.
RUN find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' \) -delete \
	&& rm -rf node_modules/sqlite3/deps node_modules/sqlite3/src node_modules/.bin \
	&& find node_modules/sqlite3/build -type f ! -path '*/Release/node_sqlite3.node' -delete \
	&& find node_modules -type d -empty -delete

FROM ${RUNTIME_IMAGE}
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Claimcheck" \
	org.opencontainers.image.description="A Discord bot that turns marketplace purchase codes into a buyer role: one code, one member, whatever happens." \
	org.opencontainers.image.licenses="MIT" \
	org.opencontainers.image.version="${VERSION}" \
	org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
	HEALTH_PORT=8080 \
	PATH=/nodejs/bin:/usr/local/bin:/usr/bin:/bin
COPY --from=dependencies /image/app/node_modules /app/node_modules
COPY --from=build /image/app /app
# The group that an arbitrary user of OpenShift has; whoever chooses a user brings a folder that it may write.
COPY --from=build --chown=65532:0 --chmod=0770 /image/data /data
WORKDIR /app
VOLUME /data
USER 65532:65532
# node is the first process: main.ts listens to SIGTERM itself, and starts no processes that somebody had to reap.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=1m --retries=3 CMD ["node", "dist/src/health-check.js"]
ENTRYPOINT ["node"]
CMD ["dist/src/main.js"]
