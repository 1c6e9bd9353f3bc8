# The store as one container: its data stands on the volume /data, everything else is one executable.
#   docker build -t papercub .
#   docker run --read-only -v papercub:/data -p 3000:3000 -e PUBLIC_URL=https://shop.example … papercub
FROM oven/bun:1.4.5-slim AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun run build
RUN mkdir data

# glibc, libstdc++ and a user, without a shell (decision: image-base).
FROM gcr.io/distroless/cc-debian12:nonroot
# The executable loads the database's add-on from TMPDIR, and nothing but the volume can be written.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data TMPDIR=/data
COPY --from=build /app/dist/papercub /usr/local/bin/papercub
COPY --from=build --chown=65532:65532 /app/data /data
USER 65532:65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD ["papercub", "ping"]
ENTRYPOINT ["papercub"]
CMD ["serve"]
