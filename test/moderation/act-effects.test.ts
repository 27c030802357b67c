import { describe, expect, it } from 'vitest';
import type { ClaimDetails } from '../../src/claims/claim-details.js';
import type { ModerationOutcome } from '../../src/claims/moderated-claims.js';
import { ActEffects, type PlannedEvent } from '../../src/moderation/act-effects.js';
import { sampleModerator } from './sample-moderator.js';

type Done = Extract<ModerationOutcome, { kind: 'done' }>;

const moderator = { ...sampleModerator, isAdministrator: true };
const claims = [{ holderId: 'maya' }, { holderId: 'iris' }];
// The fields that the effects read; the others are for the page.
const file = {
	hash: 'f'.repeat(64),
	item: { id: 1, name: 'A'.repeat(400), category: '' },
	claims,
	history: [{ at: 1, what: 'claimed', by: 'maya' }],
	undoUntil: 9,
} as unknown as ClaimDetails;
const done: Done = { kind: 'done', revision: 4, isOwnCase: false, file };

function world(notify?: () => Promise<never>) {
	const log: unknown[] = [];
	const effects = new ActEffects({
		report: { moderated: () => {} },
		notices: { notify: notify ?? (async (...args) => void log.push(args)) },
		logger: { warn: (fields: object) => void log.push(fields) },
	});
	return { effects, log };
}
const planned = (changes: Partial<PlannedEvent & { codeEnd: string | undefined }> = {}) => ({
	deed: 'unlinked' as const,
	memberId: 'maya',
	toUserId: undefined,
	why: '',
	codeEnd: 'beef',
	...changes,
});
const loss = (how: string, ending = 'beef') => [
	'maya',
	'home',
	{ kind: 'lost', how, purchase: { name: 'A'.repeat(300), ending } },
	`staff-${'f'.repeat(32)}-4`,
];

describe('an act of staff', () => {
	it.each(['moved', 'unlinked'] as const)(
		'notifies the member whose purchase was %s, by a name that fits',
		(deed) => {
			const { effects, log } = world();
			effects.report(done, moderator, planned({ deed }));
			expect(log).toEqual([loss(deed)]);
		},
	);

	it('notifies every holder of a revocation, except its author', () => {
		const { effects, log } = world();
		effects.report(done, moderator, planned({ deed: 'revoked', memberId: undefined, codeEnd: undefined }));
		expect(log).toEqual([loss('revoked', '')]);
	});

	it.each([undefined, 'iris'])(
		'sends no notice without a holder, or to the acting member of staff (%s)',
		(memberId) => {
			const { effects, log } = world();
			effects.report(done, moderator, planned({ memberId }));
			expect(log).toEqual([]);
		},
	);

	it('reports members who could not be notified', async () => {
		const closed = new Error('closed');
		const { effects, log } = world(() => Promise.reject(closed));
		effects.report(done, moderator, planned());
		await expect.poll(() => log).toEqual([{ err: closed, guildId: 'home', userId: 'maya' }]);
	});

	it('can be undone by its revision for as long as that is possible', () => {
		const { effects } = world();
		expect(effects.report(done, moderator, planned())).toMatchObject({ undo: { revision: 4, until: 9 } });
		const final = { ...done, file: { ...file, undoUntil: undefined } };
		expect(effects.report(final, moderator, planned())).toMatchObject({ kind: 'done', undo: undefined });
	});
});
