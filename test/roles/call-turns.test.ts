import { expect, it } from 'vitest';
import { CallTurns } from '../../src/roles/call-turns.js';

/** Calls of a guild, each by a name, that end when they are told to. */
function calls() {
	const turns = new CallTurns();
	const begun: string[] = [];
	const ends = new Map<string, () => void>();
	const take = (
		name: string,
		{ kind = 'change', isAlone = false }: { kind?: 'ask' | 'change'; isAlone?: boolean } = {},
		guildId = 'guild',
	): Promise<void> =>
		turns.take(guildId, { kind, mustBeAlone: () => isAlone }, () => {
			begun.push(name);
			return new Promise<void>((resolve) => ends.set(name, resolve));
		});
	const end = async (name: string): Promise<void> => {
		ends.get(name)?.();
		await new Promise((resolve) => setImmediate(resolve));
	};
	return { begun, take, end };
}

it('begins three at once, in the order in which they came, and those of another guild beside them', async () => {
	const { begun, take, end } = calls();
	for (const name of ['1', '2', '3', '4', '5']) void take(name);
	void take('elsewhere', {}, 'other');
	expect(begun).toEqual(['1', '2', '3', 'elsewhere']);
	await end('2');
	expect(begun).toEqual(['1', '2', '3', 'elsewhere', '4']);
});

it('has one question under way, beside changes and past which they may go', () => {
	const { begun, take } = calls();
	void take('takes');
	void take('asks', { kind: 'ask' });
	void take('asks too', { kind: 'ask' });
	void take('gives');
	expect(begun).toEqual(['takes', 'asks', 'gives']);
});

it('waits with one that must be alone for all others, and with all others for it, whatever they know', async () => {
	const { begun, take, end } = calls();
	void take('1');
	void take('alone', { isAlone: true });
	void take('2');
	expect(begun).toEqual(['1']);
	await end('1');
	void take('3');
	expect(begun).toEqual(['1', 'alone']);
	await end('alone');
	expect(begun).toEqual(['1', 'alone', '2', '3']);
});

it('goes on after one that fails', async () => {
	const turns = new CallTurns();
	const turn = { kind: 'change', mustBeAlone: () => true } as const;
	const broken = turns.take('guild', turn, () => Promise.reject(new Error('broken')));
	const next = turns.take('guild', { ...turn }, async () => 'done');
	await expect(broken).rejects.toThrow('broken');
	expect(await next).toBe('done');
});
