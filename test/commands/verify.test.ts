import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { verify } from '../../commands/verify.js';
import { translatorFor } from '../../src/i18n/translator.js';
import type { RoleProgress, VerifyOutcome, VerifyRequest } from '../../src/verification/verify.js';
import { verifyView } from '../../src/views/verify-view.js';
import { askCommand } from '../discord/asking.js';

const t = translatorFor('en-US');

const now = 1_700_000_000_000;
const claim = {
	hash: 'a'.repeat(64),
	item: { id: 7, name: 'Aurora' },
	licenseType: 'Regular',
	supportedUntil: undefined,
};
const hash = 'ab'.repeat(32);
const never = new Promise<never>(() => {});

async function run(outcome: VerifyOutcome | Error, late: Promise<void> = never) {
	const requests: VerifyRequest[] = [];
	const outcomes: VerifyOutcome[] = [];
	const issued: unknown[] = [];
	const verification = {
		verify: async (request: VerifyRequest) => {
			requests.push(request);
			if (outcome instanceof Error) throw outcome;
			return outcome;
		},
		onOutcome: (_: unknown, it: VerifyOutcome, reference: string | undefined) => {
			outcomes.push(it);
			shown.push(reference);
		},
		now: () => now,
		delay: () => late,
	};
	const shown: (string | undefined)[] = [];
	const references = {
		issue: async (refused: unknown) => {
			issued.push(refused);
			return 'KQT-WDR';
		},
	};
	const given = { options: { code: ' the code ' }, roleIds: ['held-role'] };
	const log = await askCommand(verify, { verification, references }, given);
	const context = {
		now,
		reference: outcome instanceof Error || outcome.kind === 'verified' ? '' : 'KQT-WDR',
	};
	return { log, requests, outcomes, issued, shown, context };
}

function progress(
	first: Awaited<RoleProgress['first']>['kind'],
	settled: Promise<{ kind: 'granted' | 'stopped' }>,
) {
	return { first: Promise.resolve({ kind: first }), settled };
}

describe('/verify', () => {
	it('acknowledges for the buyer alone before anything else, and passes on what was typed', async () => {
		const { log, requests, context } = await run({ kind: 'taken', hash });
		expect(log).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', verifyView(t, { kind: 'taken' }, context)],
		]);
		expect(requests).toEqual([
			{
				guildId: '100000000000000001',
				userId: '200000000000000001',
				input: ' the code ',
				heldRoles: ['held-role'],
			},
		]);
	});

	it('answers once where the role comes at once', async () => {
		const role = progress('granted', Promise.resolve({ kind: 'granted' }));
		const outcome = { kind: 'verified', claim, returning: false, role } as const;
		const { log, context } = await run(outcome);
		expect(log.slice(1)).toEqual([['edit', verifyView(t, { ...outcome, role: 'granted' }, context)]]);
	});

	it('says that the role is on its way, and changes the answer when it is there', async () => {
		const role = progress('waiting', Promise.resolve({ kind: 'granted' }));
		const outcome = { kind: 'verified', claim, returning: false, role } as const;
		const { log, context } = await run(outcome);
		expect(log.slice(1)).toEqual([
			['edit', verifyView(t, { ...outcome, role: 'waiting' }, context)],
			['edit', verifyView(t, { ...outcome, role: 'granted' }, context)],
		]);
	});

	it('does not let a buyer wait behind a long queue of grants', async () => {
		const role = { first: never, settled: Promise.resolve({ kind: 'stopped' as const }) };
		const outcome = { kind: 'verified', claim, returning: false, role } as const;
		const { log, context } = await run(outcome, Promise.resolve());
		expect(log.slice(1)).toEqual([['edit', verifyView(t, { ...outcome, role: 'waiting' }, context)]]);
	});

	it('gives a refusal a reference, with the claim where the code is taken, and reports it', async () => {
		const { issued, shown } = await run({ kind: 'taken', hash });
		const member = { guildId: '100000000000000001', userId: '200000000000000001' };
		expect(issued).toEqual([{ ...member, why: 'taken', hash }]);
		expect(shown).toEqual(['KQT-WDR']);
	});

	it('reports the outcome, and leaves failures to the dispatcher', async () => {
		expect((await run({ kind: 'invalid' })).outcomes).toEqual([{ kind: 'invalid' }]);
		await expect(run(new Error('store away'))).rejects.toThrow('store away');
	});
});
