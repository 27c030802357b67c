// `npm start` and the operator's commands: run.js NAME [ARGUMENTS] builds if that is needed, then runs dist/src/NAME.js.
import { ensureBuilt, warnOfOldNode } from './ensure-built.js';

// What is left are the arguments of the program.
const [name] = process.argv.splice(2, 1);
warnOfOldNode();
process.exitCode = ensureBuilt();
if (process.exitCode === 0) await import(`../dist/src/${name}.js`);
