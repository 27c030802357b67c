import { setTimeout } from 'node:timers/promises';
import { labelsOf } from '@claimcheck/local-discord/reading';
import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type VerifyRefusal, verifyRefusalView } from '../../../commands/verify/refusal.js';
import { type Progress, verifiedView, verify } from '../../../commands/verify/verify.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { GuildSettings } from '../../../src/servers/guild-settings.js';
import type { VerifyOutcome, VerifyRequest } from '../../../src/services/verification/verify.js';
import type { WaitedFor, WaitingMember } from '../../../src/services/verification/waiting-room.js';
import { askCommand } from '../../discord/interactions/asking.js';
import { usual } from '../../states/foreign.js';
import { placeOf } from '../../states/sample.js';
import { everyVerifyRefusal } from '../../states/verify/verify-states.js';
import { floor } from '../../world/floor.js';

const t = translatorFor('en-US');

const now = 1_700_000_000_000;
const claim = {
	hash: 'a'.repeat(64),
	item: { id: 7, name: 'Aurora' },
	licenseType: 'Regular',
	supportedUntil: undefined,
	claimedAt: now,
};
const settings = floor<GuildSettings>({});
const never = new Promise<never>(() => {});
const links = { helpChannelId: '400000000000000009' };
const place = { guildId: '100000000000000001', links };
const reference = 'KQT-WDR';
const down = { kind: 'uncheckable', reason: 'unavailable' } as const;

function setUp(outcome: VerifyOutcome | Error, late: Promise<void> = never, waited: WaitedFor = 'gave-up') {
	const requests: VerifyRequest[] = [];
	const outcomes: VerifyOutcome[] = [];
	const settingsRead: unknown[] = [];
	const waits: WaitingMember[] = [];
	const verification = {
		verify: async ({ settings: _, ...request }: VerifyRequest) => {
			requests.push(request);
			if (outcome instanceof Error) throw outcome;
			return outcome;
		},
		report: async (_: unknown, it: VerifyOutcome, read?: unknown) => {
			outcomes.push(it);
			settingsRead.push(read);
			return it.kind === 'not-a-code' || it.kind === 'limited' ? '' : reference;
		},
	};
	const waitingRoom = {
		wait: async (waiting: WaitingMember) => {
			waits.push(waiting);
			await waiting.notify(now + 5_000);
			return waited;
		},
	};
	const clock = { now: () => now, delay: (ms: number) => (ms > 60_000 ? never : late) };
	const guilds = { get: async () => settings };
	const linked = { of: async () => links, from: () => links };
	const services = { verification, waitingRoom, guilds, links: linked, clock };
	return { services, requests, outcomes, settingsRead, waits };
}

async function run(...world: Parameters<typeof setUp>) {
	const { services, ...seen } = setUp(...world);
	const given = { options: { code: ' the code ' }, roleIds: ['held-role'] };
	return { ...seen, log: await askCommand(verify, services, given) };
}

const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;

const refusal = (it: VerifyRefusal, shown = reference) =>
	verifyRefusalView(t, it, { place, reference: shown });
const purchase = { kind: 'verified', claim, codeEnd: '3a8c', roleIds: ['role'], returning: false } as const;
const shown = (roles: Progress) => verifiedView(t, { ...purchase, roles }, { place, now });
const limited = { kind: 'limited', because: 'wrong-codes', retryAt: now } as const;
const taken = { kind: 'taken', hash: 'h', tries: { left: 4 } } as const;

describe('/verify', () => {
	it('acknowledges ephemerally before anything else, and passes on the typed code', async () => {
		const { log, requests } = await run(taken);
		expect(log).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', refusal(taken)],
		]);
		expect(requests).toEqual([
			{
				guildId: '100000000000000001',
				userId: '200000000000000001',
				input: ' the code ',
				heldRoles: { roles: ['held-role'], isPending: false },
			},
		]);
	});

	it('replies once if the role arrives immediately', async () => {
		const role = { settled: Promise.resolve(granted) };
		const { log } = await run({ ...purchase, role });
		expect(log.slice(1)).toEqual([['edit', shown(granted)]]);
	});

	it.each([
		['edits the reply when it arrives', granted, granted],
		['doesn’t wait for a bot that is stopping', { kind: 'stopped' }, { kind: 'late' }],
	] as const)('says that the role is on its way, and %s', async (_, result, roles) => {
		const role = { settled: setTimeout(20, result) };
		const { log } = await run({ ...purchase, role }, Promise.resolve());
		expect(log.slice(1)).toEqual([
			['edit', shown({ kind: 'waiting' })],
			['edit', shown(roles)],
		]);
	});

	it.each([
		['without a reference if the input was not a guess', limited, refusal(limited, '')],
		['if the shop refuses the API key', { ...down, reason: 'bad-key' }, refusal({ kind: 'key-refused' })],
	] as const)('is refused immediately %s', async (_, outcome, view) => {
		const { outcomes, log, waits } = await run(outcome);
		expect([outcomes, log.slice(1), waits]).toEqual([[outcome], [['edit', view]], []]);
	});

	it('waits for the shop on behalf of the member, and shows the result', async () => {
		const { log, waits, outcomes, settingsRead } = await run(down, never, { kind: 'invalid' });
		expect(waits).toMatchObject([{ request: { input: ' the code ' }, until: now + 14 * 60_000 }]);
		expect(log.slice(1)).toEqual([
			['edit', refusal({ kind: 'waiting', nextTryAt: now + 5_000 })],
			['edit', refusal({ kind: 'invalid' })],
		]);
		expect(outcomes.map(({ kind }) => kind)).toEqual(['uncheckable', 'invalid']);
		// The settings may have changed while the member waited.
		expect(settingsRead).toEqual([settings, undefined]);
	});
});

it.each(everyVerifyRefusal(now).map((refused) => [JSON.stringify(refused), refused] as const))(
	'a refusal offers a next step, unless the bot retries by itself: %s',
	(_, refused) => {
		const view = verifyRefusalView(t, refused, { place: placeOf(usual), reference });
		expect(labelsOf(view).length > 0 || refused.kind === 'waiting').toBe(true);
	},
);
