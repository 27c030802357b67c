import { describe, expect, it } from 'vitest';
import type { ClaimDetails } from '../../src/claims/claim-details.js';
import { Evidence, type EvidenceDependencies } from '../../src/moderation/evidence.js';
import { caseOf, id } from '../views/moderation/moderation-views.js';
import { sampleModerator } from './sample-moderator.js';

const request = { hash: 'hash', holderId: id(0), why: 'a chargeback' };

async function take(
	about: Partial<ClaimDetails> = {},
	changes: Partial<EvidenceDependencies> = {},
	moderator = sampleModerator,
) {
	const [reported, asked]: [unknown[], unknown[]] = [[], []];
	const outcome = await new Evidence({
		moderation: { findByHash: async () => caseOf('Aurora', about) },
		claims: { moderated: { isOwn: async () => false } },
		moderatedRoles: {
			of: async (member) => {
				asked.push(member);
				return {
					isThere: true,
					mustAcceptRules: false,
					has: ['buyer', 'deleted'],
					missing: [],
					isPending: false,
				};
			},
		},
		home: { is: (guildId) => guildId === 'home' },
		notes: { generationOf: async () => 1 },
		discord: {
			factsOf: () =>
				({
					name: 'Northlight',
					role: (roleId: string) => (roleId === 'buyer' ? { name: 'Buyer' } : undefined),
				}) as ReturnType<EvidenceDependencies['discord']['factsOf']>,
		},
		report: { evidenceTaken: (...event) => void reported.push(event) },
		clock: { now: () => 5 },
		...changes,
	}).of(request, moderator);
	return { outcome, reported, asked };
}

describe('the file about a purchase', () => {
	it('has the names of the server and of the roles that the holder has, and is reported with its reason', async () => {
		const { outcome, reported, asked } = await take();
		expect(outcome).toMatchObject({
			kind: 'done',
			evidence: { serverName: 'Northlight', roleNames: ['Buyer'], at: 5 },
		});
		expect(asked).toEqual([{ guildId: 'home', userId: id(0) }]);
		expect(reported).toEqual([
			[
				'home',
				expect.objectContaining({ deed: 'downloaded', by: 'iris', why: 'a chargeback', isOwnCase: false }),
			],
		]);
	});

	it.each([true, false])(
		'names neither server nor roles during an outage of Discord (member there: %s)',
		async (isThere) => {
			const roles = { isThere, mustAcceptRules: false, has: ['buyer'], missing: [], isPending: false };
			const { outcome } = await take(
				{},
				{ discord: { factsOf: () => undefined }, moderatedRoles: { of: async () => roles } },
			);
			expect(outcome).toMatchObject({ evidence: { serverName: undefined, roleNames: undefined } });
		},
	);

	it('reads no roles where there is no holder', async () => {
		const moderatedRoles = { of: () => expect.unreachable() };
		const { outcome } = await take(
			{ claims: [] },
			{
				moderatedRoles,
				moderation: { findByHash: async () => ({ ...caseOf('Aurora'), holderId: undefined }) },
			},
		);
		expect(outcome).toMatchObject({ kind: 'done', evidence: { roleNames: undefined } });
	});

	it.each<[string, Parameters<typeof take>]>([
		['in another server', [{}, {}, { ...sampleModerator, guildId: 'other' }]],
		[
			'where home has moved away, in another process',
			[{}, { notes: { generationOf: async () => undefined } }],
		],
		['for an unknown purchase', [{}, { moderation: { findByHash: async () => undefined } }]],
	])('does not exist %s', async (_, args) => {
		expect(await take(...args)).toEqual({ outcome: { kind: 'unknown' }, reported: [], asked: [] });
	});

	it('does not exist for a gift, behind which there is no payment', async () => {
		expect(await take({ isGiven: true })).toEqual({ outcome: { kind: 'given' }, reported: [], asked: [] });
	});

	const holds = { claims: [{ ...caseOf('').file.claims[0], holderId: 'iris' }] } as Partial<ClaimDetails>;
	const held: Partial<ClaimDetails> = {
		history: [{ at: 1, what: 'transferred', by: 'mod', member: 'iris', to: id(0) }],
	};
	const keepsSeat = { claims: { moderated: { isOwn: async () => true } } };
	it.each<[string, Partial<ClaimDetails>, Partial<EvidenceDependencies>]>([
		['who holds it', holds, {}],
		['who has held it', held, {}],
		['for whom a seat is reserved', {}, keepsSeat],
	])('is not for staff %s, but for an administrator, and that is marked', async (_, about, changes) => {
		expect(await take(about, changes)).toEqual({ outcome: { kind: 'own-case' }, reported: [], asked: [] });
		const { reported } = await take(about, changes, { ...sampleModerator, isAdministrator: true });
		expect(reported).toEqual([['home', expect.objectContaining({ isOwnCase: true })]]);
	});

	it('is for staff who have only acted on it', async () => {
		const history = [{ at: 1, what: 'locked' as const, by: 'iris', why: 'odd' }];
		expect(await take({ history })).toMatchObject({ outcome: { kind: 'done' } });
	});
});
