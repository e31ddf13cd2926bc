# Another base with this Node, npm and a user `node` can be given: --build-arg BASE=…
ARG BASE=node:24.21.0-bookworm-slim

# The database client and the browser's files are made by development tools, which stay in this stage.
FROM $BASE AS generated
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
# Prisma finds its second generator by the PATH.
ENV PATH=/app/node_modules/.bin:$PATH
COPY prisma.config.ts tsconfig.json ./
COPY prisma ./prisma
RUN prisma generate --no-hints
COPY dashboard ./dashboard
# The browser's code shares plain modules of these, such as limits.
COPY clients/typescript/tsconfig.json ./clients/typescript/
COPY clients/typescript/src ./clients/typescript/src
COPY rest ./rest
COPY src ./src
RUN vite build dashboard

# What the service needs at run time, and nothing else: no embedded PostgreSQL, no test tools, none of the optional peers of @prisma/client.
FROM $BASE AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts
# Prisma brings compilers for five kinds of databases, and each of them four times: 72 MB, of which one file is loaded.
RUN find node_modules/@prisma/client/runtime -name 'query_compiler_*' \
      ! -name 'query_compiler_fast_bg.postgresql.mjs' ! -name 'query_compiler_fast_bg.postgresql.wasm-base64.mjs' -delete && \
    find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM $BASE
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY bin ./bin
COPY prisma/migrations ./prisma/migrations
COPY docs ./docs
COPY app ./app
COPY rest ./rest
COPY src ./src
COPY --from=generated /app/src/database/generated ./src/database/generated
COPY --from=generated /app/dashboard/dist ./dashboard/dist
# Snapshots, downloads and rejected rows: mount a volume there, for the service to read and for commands to write.
ENV DATA_DIR=/data
RUN mkdir node_modules/.cache /data && chown node:node node_modules/.cache /data
USER node
# Node keeps what it makes of our TypeScript, so that the container starts fast on a read-only file system too.
RUN bin/registry compile
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/v1/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A command: the same image with `bin/registry migrate`.
CMD ["bin/registry"]
