import { noRoles } from '../../src/roles/role-status.js';
import { ownPurchasesView } from '../../src/views/purchases/purchases-view.js';
import { unlinkedView, unlinkQuestionView } from '../../src/views/purchases/unlink-view.js';
import { ownPurchase } from '../views/sample-own.js';
import { boughtAt, day, hash, now, place, roleIds, supportedUntil, verifiedAt } from './sample.js';
import type { Surface } from './state.js';

const both = [roleIds.buyer, roleIds.aurora];
const one = { ...ownPurchase, hash, purchasedAt: boughtAt, verifiedAt, supportedUntil, roleIds: both };
const may = { ...one, canMove: true, canUnlink: true };
const icons = {
	...one,
	hash: 'cd'.repeat(32),
	item: { id: 8, name: 'Desk Icons' },
	ending: '91f0',
	supportedUntil: now - 90 * day,
	roleIds: [roleIds.buyer],
};
const waiting = { ...noRoles, has: [roleIds.buyer], onTheWay: [roleIds.aurora] };
const all = { ...noRoles, has: both };
const context = { place, now };

/** A purchase with one thing about it, alone or among others. */
const shown = (about: Partial<typeof may>, roles: typeof noRoles = all) => ({
	all: [{ ...may, ...about }],
	roles,
});

export const ownSurface: Surface = {
	title: 'One’s own purchases',
	states: [
		{
			name: 'purchases',
			says: 'Several purchases',
			most: 20,
			show: (t) => {
				const many = Array.from({ length: 7 }, (_, at) => ({
					...(at === 1 ? icons : may),
					hash: `${at}`.repeat(64),
				}));
				return ownPurchasesView(t, { all: many, roles: waiting }, 0, context);
			},
		},
		{
			name: 'purchases/one',
			says: 'One purchase',
			most: 10,
			show: (t) => ownPurchasesView(t, shown({}, waiting), 0, context),
		},
		{
			name: 'purchases/elsewhere',
			says: 'It was verified in another server',
			most: 10,
			show: (t) => ownPurchasesView(t, shown({ isHere: false, roleIds: [] }), 0, context),
		},
		{
			name: 'purchases/given',
			says: 'The staff gave it',
			most: 10,
			show: (t) => ownPurchasesView(t, shown({ isGiven: true, ending: '', canMove: false }), 0, context),
		},
		{
			name: 'purchases/locked',
			says: 'The staff locked it',
			most: 10,
			show: (t) =>
				ownPurchasesView(t, shown({ isLocked: true, canMove: false, canUnlink: false }), 0, context),
		},
		{
			name: 'purchases/revoked',
			says: 'The shop no longer lists it',
			most: 10,
			show: (t) =>
				ownPurchasesView(
					t,
					shown({ status: 'revoked', revokedBy: 'shop', roleIds: [] }, noRoles),
					0,
					context,
				),
		},
		{
			name: 'purchases/none',
			says: 'No purchase yet',
			show: (t) => ownPurchasesView(t, { all: [], roles: noRoles }, 0, context),
		},
		{
			name: 'unlink/question',
			says: 'Before unlinking',
			show: (t) => unlinkQuestionView(t, { kind: 'allowed', ...asked, days: 14 }, place),
		},
		{
			name: 'unlink/done',
			says: 'Unlinked',
			show: (t) => unlinkedView(t, { kind: 'unlinked', freeFrom: now + 14 * day }, place, now),
		},
		{
			name: 'unlink/refused',
			says: 'Only the staff unlink here',
			show: (t) => unlinkQuestionView(t, { kind: 'not-allowed' }, place),
		},
	],
};

const asked = { hash, item: may.item, ending: may.ending, roleIds: both };
