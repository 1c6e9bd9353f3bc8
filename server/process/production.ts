// React and its like choose their build by this when they are first loaded, so it comes before them:
// the other one checks what only a developer needs to know, and takes twice as long.
process.env["NODE_ENV"] ??= "production";
