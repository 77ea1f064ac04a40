# The image of the site, in three stages. tests/process/image.test.ts runs these steps without Docker, in other folders.

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json check-node.js ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /packages
COPY package.json package-lock.json check-node.js ./
RUN npm ci --omit=dev
# The C headers of Node are needed only to compile packages.
RUN rm -rf node_modules/node-linux-*/include
RUN mkdir data

# This base has no shell and no package manager. Node comes from package-lock.json: the tests run on the same release.
FROM gcr.io/distroless/cc-debian12:nonroot
WORKDIR /site
COPY package.json ./
COPY --from=packages /packages/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY --from=packages --chown=nonroot:nonroot /packages/data /data
ENV PATH=/site/node_modules/.bin HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER nonroot
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/server/start.js"]
