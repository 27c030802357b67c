import { createLogger } from '../../src/base/logger.js';

// Logs some lines, then ends in the way its argument says before they are written.

const logger = createLogger({ level: 'info', secrets: [] });
const logSome = (): void => {
	for (let n = 0; n < 3; n += 1) logger.info({ n }, 'A line');
};
process.on('SIGTERM', () => {
	logSome();
	process.exit(0);
});
if (process.argv[2] === 'throw') {
	logSome();
	throw new Error('thrown in a test');
}
logger.warn('Waiting for a signal');
setInterval(() => {}, 60_000);
