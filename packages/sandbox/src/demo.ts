import { runProgram } from './program.js';
import { demoCommand, exitCodes } from './story/demo-command.js';

// The entry point of `npm run demo`.

await runProgram(demoCommand, exitCodes.interrupted);
