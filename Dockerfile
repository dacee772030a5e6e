# The room server with its page. `docker build -t lockstep .`, then `docker run -p 8080:8080 --read-only lockstep`.
# Two stages: the second one holds Node, one script and the page, and runs as a user without rights.
FROM node:22-bookworm-slim AS build
WORKDIR /lockstep
COPY package.json package-lock.json ./
COPY tools/package.json tools/
# Programs that packages would run while they are installed are for tests and replicas in Node only.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/release.mjs --to /release

FROM node:22-bookworm-slim
ENV NODE_ENV=production PORT=8080 LOG=json
WORKDIR /srv/lockstep
COPY --from=build /release ./
USER node
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server.mjs"]
