// React chooses its build by this when it is first loaded. The development build is twice as slow.
process.env["NODE_ENV"] ??= "production";
