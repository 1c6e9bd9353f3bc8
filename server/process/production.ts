// React chooses its build when it is first loaded; the development build is twice as slow.
process.env["NODE_ENV"] ??= "production";
