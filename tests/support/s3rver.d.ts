declare module "s3rver" {
  import type { Server } from "node:http";

  type Options = {
    address: string;
    port: number;
    directory: string;
    silent: boolean;
    configureBuckets: { name: string }[];
  };

  export default class S3rver {
    constructor(options: Options);
    httpServer: Server;
    run(): Promise<{ port: number }>;
  }
}
