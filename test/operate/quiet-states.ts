import { pino } from 'pino';
import { DependencyStates } from '../../src/operate/dependency-states.js';

/** States in which everything is up until a test reports a failure. */
export const quietStates = (): DependencyStates =>
	new DependencyStates({
		clock: { now: () => 0, delay: async () => {} },
		stopwatch: { now: () => 0 },
		errors: { inc: () => {} },
		logger: pino({ level: 'silent' }),
	});
