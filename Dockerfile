# Link Broker as an image: the official Node.js, the program, and a folder for its data.
FROM node:26-slim AS build
WORKDIR /app
COPY . .
# Builds the explorer too, then removes the packages that only the build needs. The image has Node.js
# already, so the one from npm is removed as well.
RUN npm ci --no-audit --no-fund \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/node-bin-* node_modules/.bin/node

FROM node:26-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=5000 \
    DATABASE_URL=sqlite:/data/broker.db \
    SEARCH_URL=sqlite:/data/search.db
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/src ./src
COPY --from=build /app/web/dist ./web/dist
# `docker exec` finds the command. The user of the image can write to /data only.
RUN ln -s /app/bin/link-broker.js /usr/local/bin/link-broker \
 && mkdir /data && chown node:node /data
# The number of the user `node`. A number lets container runtimes verify that the user is not root.
USER 1000:1000
VOLUME /data
EXPOSE 5000
# Checks liveness, not readiness: an unavailable database does not restart a container. A container
# with TLS_CERTIFICATE needs its own check.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/bin/link-broker.js"]
CMD ["serve"]
