import { codeForm } from '../../src/views/verify/code-form.js';
import type { VerifyRefusal } from '../../src/views/verify/verify-refusal-view.js';
import { verifyRefusalView, whereIsMyCodeView } from '../../src/views/verify/verify-refusal-view.js';
import { type RolesShown, type VerifiedAnswer, verifiedView } from '../../src/views/verify/verify-view.js';
import { verifiedAnswer } from '../views/verify-answers.js';
import { aurora, day, minute, now, place, reference, roleIds, supportedUntil, verifiedAt } from './sample.js';
import type { State, Surface } from './state.js';

const both = [roleIds.buyer, roleIds.aurora];
const answer: VerifiedAnswer = {
	...verifiedAnswer,
	claim: {
		item: { id: aurora.id, name: aurora.name },
		licenseType: 'Regular',
		supportedUntil,
		claimedAt: verifiedAt,
	},
	roleIds: both,
	roles: { state: 'granted', held: both, withheld: [] },
};

/** The issue asks for twelve lines, with all that a server can have chosen. */
const verified = (name: string, says: string, about: Partial<VerifiedAnswer>): State => ({
	name: `verify/${name}`,
	says,
	most: 12,
	show: (t) => verifiedView(t, { ...answer, ...about }, { place, now }),
});

const refused = (name: string, says: string, refusal: VerifyRefusal): State => ({
	name: `verify/${name}`,
	says,
	most: 8,
	show: (t) => verifyRefusalView(t, refusal, { place, reference }),
});

const withRoles = (roles: RolesShown) => ({ roles });

export const verifySurface: Surface = {
	title: 'Verifying',
	states: [
		{ name: 'panel/form', says: 'The form of every *Verify*', form: codeForm },
		verified('verified', 'Verified', {}),
		verified('again', 'Verified before', { returning: true }),
		verified('renewed', 'Support was renewed', { returning: true, renewed: true }),
		verified('ended', 'Support has ended, and a seat of several', {
			claim: { ...answer.claim, supportedUntil: now - 30 * day },
			seat: { number: 2, seats: 5 },
		}),
		verified('waiting', 'The roles are on their way', withRoles({ state: 'waiting' })),
		verified('late', 'They still are, after 14 minutes', withRoles({ state: 'late' })),
		verified('blocked', 'A role is held up', withRoles({ state: 'blocked', held: [], withheld: both })),
		verified('unchosen', 'There is no buyer role', withRoles({ state: 'unchosen' })),
		refused('invalid', 'The shop doesn’t know the code', { kind: 'invalid', tries: { left: 3 } }),
		refused('not-a-code', 'An order number', { kind: 'not-a-code', mistake: { kind: 'order-number' } }),
		refused('too-short', 'A part is missing', { kind: 'not-a-code', mistake: { kind: 'missing', count: 2 } }),
		refused('two-codes', 'Two codes at once', { kind: 'not-a-code', mistake: { kind: 'two-codes' } }),
		refused('taken', 'Somebody else has it', { kind: 'taken', tries: { left: 4 } }),
		refused('limited', 'Too many tries', {
			kind: 'limited',
			because: 'wrong-codes',
			retryAt: now + 10 * minute,
		}),
		refused('shop-down', 'The shop is down', { kind: 'waiting', nextTryAt: now + minute }),
		refused('gave-up', 'It still is, after 14 minutes', { kind: 'gave-up' }),
		refused('bad-key', 'The shop refuses the bot’s key', { kind: 'key-refused' }),
		{
			name: 'verify/where',
			says: '*Where is my code?*',
			most: 8,
			show: (t) => whereIsMyCodeView(t, place),
		},
	],
};
