import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { type EndingProcess, endingOf } from '../src/ending.js';

class FakeProcess extends EventEmitter implements EndingProcess {
	errors = '';
	readonly stderr = {
		write: (text: string) => {
			this.errors += text;
		},
	};

	exit(code: number): never {
		throw new Error(`exit ${code}`);
	}
}

describe('the end of a sandbox program', () => {
	let program: FakeProcess;
	beforeEach(() => {
		program = new FakeProcess();
	});

	it('comes immediately with a second signal', () => {
		endingOf(program, 130);
		program.emit('SIGINT');
		expect(() => program.emit('SIGINT')).toThrow('exit 130');
	});

	it('is reported as a failure after an uncaught error', async () => {
		const ending = endingOf(program, 130);
		program.emit('uncaughtException', new Error('a bug'));
		expect(ending.stop.signal.aborted).toBe(true);
		await expect(ending.codeOf(Promise.resolve(0))).resolves.toBe(1);
		expect(program.errors).toContain('a bug');
	});
});
