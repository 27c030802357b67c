import { playgroundCommand } from './playground/playground-command.js';
import { runProgram } from './program.js';

// The entry point of `npm run playground`.

await runProgram(playgroundCommand, 0);
