# What a bot of discord.js alone weighs, in the same bases: the measure of our own image, not a thing to run.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm
ARG RUNTIME_IMAGE=gcr.io/distroless/nodejs24-debian12:nonroot
FROM ${BUILD_IMAGE} AS dependencies
ARG DISCORD_JS=14.28.1
WORKDIR /app
RUN npm init --yes && npm install "discord.js@${DISCORD_JS}"
FROM ${RUNTIME_IMAGE}
COPY --from=dependencies /app/node_modules /app/node_modules
ENTRYPOINT ["node"]
