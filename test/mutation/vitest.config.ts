import { defineConfig } from 'vitest/config';
import { keptThread } from './kept-thread.js';
import { rooms } from './rooms.js';

// A test that hangs because of a mutant ends here, long before Stryker would end the whole process.
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
				// Here, since Stryker would have threads of Vitest's own.
				project.config.pool = 'kept-thread';
				project.config.poolRunner = { name: 'kept-thread', createPoolWorker: keptThread };
			},
		},
	],
	test: {
		...patience,
		include: rooms.map((room) => `test/${room}/**/*.test.ts`),
		// Too slow to be run once for each mutant, and about little that the others leave out.
		exclude: ['**/*.proof.test.ts'],
		setupFiles: [`${import.meta.dirname}/no-mutant-yet.ts`],
		isolate: false,
	},
});
