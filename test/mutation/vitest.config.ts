import { defineConfig } from 'vitest/config';
import { keptThread } from './kept-thread.js';
import { rooms } from './rooms.js';

// Ends a test that hangs because of a mutant, long before Stryker would end the whole process.
const longest = 1_000 * Number(process.env['TEST_PATIENCE']);
const patience = {
	testTimeout: longest,
	hookTimeout: longest,
	expect: { poll: { timeout: 0.8 * longest } },
};

export default defineConfig({
	plugins: [
		{
			name: 'kept-thread',
			configureVitest({ project }) {
				// Set here, since Stryker would use Vitest's own threads.
				project.config.pool = 'kept-thread';
				project.config.poolRunner = { name: 'kept-thread', createPoolWorker: keptThread };
			},
		},
	],
	test: {
		...patience,
		include: rooms.map((room) => `test/${room}/**/*.test.ts`),
		// Too slow to run once per mutant, and covers little that other tests don't.
		exclude: ['**/*.proof.test.ts'],
		setupFiles: [`${import.meta.dirname}/no-mutant-yet.ts`],
		isolate: false,
	},
});
