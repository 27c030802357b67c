import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
	actComponents,
	confirmAct,
	moderationFields,
	sendGive,
	useCode,
} from '../../../commands/staff/acts.js';
import { lookUpComponents, whois } from '../../../commands/staff/look-up.js';
import { memberComponents, openGive, updateRoles } from '../../../commands/staff/member.js';
import { checkPurchase, chooseAct, purchaseComponents } from '../../../commands/staff/purchase.js';
import type { Services } from '../../../src/create-services.js';
import type { LookedUp, ModeratedPurchase } from '../../../src/services/moderation/moderation-outcomes.js';
import type { StaffRoles } from '../../../src/services/setup/staff-roles.js';
import type { FoundReference } from '../../../src/services/verification/references.js';
import { memoryStore } from '../../../src/storage/memory-store.js';
import { lookUp, openPurchase } from '../../../src/ui/entries.js';
import { policyIn } from '../../claims/policy-in.js';
import { askCommand, askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { usual } from '../../states/foreign.js';
import { carriedOf } from '../../states/moderation/moderation-act-states.js';
import { memberOf } from '../../states/moderation/moderation-page-states.js';
import { caseOf, lookUpId } from '../../states/moderation/sample-cases.js';
import { hash } from '../../states/sample.js';
import type { Given as Some } from '../../world/floor.js';
import { floor } from '../../world/floor.js';

const moderationComponents = [
	...memberComponents,
	...purchaseComponents,
	...actComponents,
	...lookUpComponents,
];
const [buyer, other] = ['300000000000000001', '300000000000000002'];
const permissions = PermissionFlagsBits.ManageRoles;
const done = carriedOf(usual, 'unlinked', false);
const held: ModeratedPurchase = { ...caseOf('Aurora', { revision: 4, claims: [] }), holderId: buyer };
const staffRole = '300000000000000001';
const nameOf = (id: string) => (id === buyer ? 'maya' : undefined);
const guildId = '100000000000000001';
const now = 1_000;

interface World {
	/** True if no purchase is found. */
	readonly isGone?: boolean;
	readonly looked?: LookedUp;
	readonly reference?: FoundReference;
	/** Set if there is a dispute about it. */
	readonly dispute?: object;
	readonly retryAt?: number;
}

const buyerRole = '300000000000000009';

/** Services that look things up in the world, and record the requests they get. */
function fake({ isGone, looked, reference, dispute, retryAt }: World = {}) {
	const asked: unknown[][] = [];
	const note = async <Result>(result: Result, ...call: unknown[]): Promise<Result> => {
		asked.push(call);
		return result;
	};
	const member = memberOf(usual);
	const former = { ...held, holderId: undefined };
	const found: LookedUp = looked ?? { kind: 'held', purchase: held };
	const parts: Some<Services> = {
		claims: policyIn(memoryStore()),
		moderation: {
			findByMember: (...call) => note([...member.purchases, former], 'byMember', ...call),
			findByHash: (...call) => note(isGone ? undefined : held, 'case', ...call),
			carryOut: (...call) => note(done, 'carryOut', ...call),
			check: (...call) => note({ kind: 'uncheckable' as const }, 'check', ...call),
			limitLookUp: async (_, look) => {
				const { found, isMiss } = await look();
				asked.push(['isMiss', isMiss]);
				return { found };
			},
		},
		giving: {
			give: (...call) => note(done, 'give', ...call),
			lookUpCode: (...call) => note(found, 'lookUp', ...call),
			lookedUp: async (id) => (id === lookUpId ? { itemName: 'Aurora', codeEnd: '3a8c' } : undefined),
			giveLookedUp: (...call) => note(done, 'giveLookedUp', ...call),
		},
		limits: { take: async () => retryAt, look: async () => ({ times: [], retryAt: member.pausedUntil }) },
		discord: { memberFacts: async () => member.facts, namesOf: async () => nameOf },
		logger: { info: () => {} },
		moderatedRoles: {
			reconcile: (...call) =>
				note({ kind: 'granted' as const, added: [], removed: [], withheld: [] }, 'reconcile', ...call),
			of: async () => member.roles,
			endedWith: async () => ({ lost: [buyerRole], kept: [] }),
		},
		clock: { now: () => now },
	};
	const item = { id: 17, name: 'Aurora' };
	const services = {
		...parts,
		references: { find: (...call: unknown[]) => note(reference, 'find', ...call) },
		disputes: { factsOf: (...call: unknown[]) => note(dispute, 'case of', ...call) },
		catalog: {
			get: (id: number) => (id === item.id ? item : undefined),
			snapshot: () => ({ items: [item], state: 'ready' as const }),
			suggest: () => [item],
		},
	};
	return { services: services as unknown as Some<Services>, asked };
}

const access = floor<StaffRoles>({
	makesStaff: async (_: string, roleIds: Iterable<string>) => [...roleIds].includes(staffRole),
});

type Kind = Parameters<typeof askComponent>[1];

async function press(given: Given & { readonly customId: string }, world: World = {}, kind: Kind = 'button') {
	const { services, asked } = fake(world);
	const pressed = { permissions, ...given };
	const log = await askComponent(moderationComponents, kind, services, pressed, access);
	return { log, asked };
}

const calls = (asked: readonly unknown[][]): unknown[] => asked.map(([call]) => call);

it('the moderation pages update a member’s roles no sooner than the limit allows', async () => {
	const customId = updateRoles.encode(buyer);
	const { asked } = await press({ customId }, { retryAt: 9_000 });
	expect(calls(asked)).not.toContain('reconcile');
	const allowed = await press({ customId });
	expect(allowed.asked[0]).toEqual(['reconcile', { guildId, userId: buyer }]);
	expect(JSON.stringify(allowed.log)).toContain('Roles updated');
});

describe('a staff role', () => {
	const member = { permissions: 0n, roleIds: [staffRole] };

	const customId = checkPurchase.encode(hash, buyer);

	it('is enough for the pages, and never counts as Manage Roles', async () => {
		const { asked } = await press({ ...member, customId });
		const check = asked.find(([call]) => call === 'check');
		expect(check?.at(-1)).toMatchObject({ canManageRoles: false });
	});
});

describe('a moderation button or form', () => {
	const act = ['unlink', hash, buyer, 4] as const;

	it('opens the form of an action, unless the purchase no longer exists', async () => {
		const [chosen, ...place] = act;
		const opened = [['modal', expect.objectContaining({ custom_id: confirmAct.encode(...act) })]];
		const pressed = { customId: confirmAct.encode(...act) };
		expect((await press(pressed)).log).toEqual(opened);
		expect(JSON.stringify((await press(pressed, { isGone: true })).log)).toContain('no longer available');
		const customId = chooseAct.encode(...place);
		expect((await press({ customId, values: [chosen] }, {}, 'select')).log).toEqual(opened);
		const forged = await press({ customId, values: ['give'] }, {}, 'select');
		expect(JSON.stringify(forged.log)).toContain('no longer available');
	});

	it('opens the form for a code that was looked up, unless that has expired', async () => {
		for (const [act, title] of [
			['give', 'Give Aurora\u00a0••••3a8c'],
			['revoke', 'Revoke Aurora\u00a0••••3a8c'],
		] as const) {
			const customId = useCode.encode(act, lookUpId);
			const opened = [['modal', expect.objectContaining({ custom_id: customId, title })]];
			expect((await press({ customId })).log).toEqual(opened);
			const expired = await press({ customId: useCode.encode(act, 'another-lookup-1') });
			expect(JSON.stringify(expired.log)).toContain('no longer available');
		}
	});

	it('shows in the form the purchase, and who loses what', async () => {
		const customId = chooseAct.encode(hash, buyer, 4);
		const form = JSON.stringify((await press({ customId, values: ['revoke'] }, {}, 'select')).log);
		expect(form).toContain('"title":"Revoke Aurora ••••3a8c"');
		expect(form).toContain(`<@${buyer}> will lose <@&${buyerRole}>. The code stops working until`);
	});

	it('submits a form with the revision that the page showed, and without a code in its reason', async () => {
		const code = '9e107d9d-372b-4ae6-8d1a-3f2c5b6a7e8f';
		const typed = { [moderationFields.reason]: `code ${code}` };
		const { asked } = await press({ customId: confirmAct.encode(...act), typed }, {}, 'modal');
		const sent = { action: 'unlink', hash, holderId: buyer, toUserId: undefined, revision: 4 };
		expect(asked[0]?.[1]).toEqual({ ...sent, why: 'code …' });
	});

	it('attack 65: names the chosen recipient, but none if no member or two were chosen', async () => {
		for (const chosen of [[], [other, buyer]]) {
			const send = async (customId: string, members: readonly string[]) => {
				const typed = { [moderationFields.reason]: 'forged' };
				const form = { customId, typed, chosen: { [moderationFields.member]: members } };
				return (await press(form, {}, 'modal')).asked;
			};
			const move = confirmAct.encode('move', hash, buyer, 4);
			const moved = { action: 'move', holderId: buyer };
			expect((await send(move, chosen))[0]?.[1]).toMatchObject({ ...moved, toUserId: undefined });
			expect((await send(move, [other]))[0]?.[1]).toMatchObject({ ...moved, toUserId: other });
			expect(await send(useCode.encode('give', lookUpId), chosen)).toEqual([
				['giveLookedUp', lookUpId, { toUserId: undefined, why: 'forged' }, expect.anything()],
			]);
		}
	});

	it('gives the item named in its form, once per opened form', async () => {
		const opened = await press({ customId: openGive.encode(buyer) });
		expect(JSON.stringify(opened.log)).toContain(sendGive.encode(buyer, '900000000000000001'));
		const { item, days, reason } = moderationFields;
		const typed = { [item]: '17', [days]: '30', [reason]: 'lost' };
		const customId = sendGive.encode(buyer, '900000000000000001');
		const { asked } = await press({ customId, typed }, {}, 'modal');
		const gift = { itemId: 17, days: '30', toUserId: buyer, why: 'lost' };
		expect(asked[0]?.[1]).toEqual({ ...gift, nonce: '900000000000000001' });
	});

	it('says so if its target no longer exists', async () => {
		const { log } = await press({ customId: openPurchase.encode(hash, undefined) }, { isGone: true });
		expect(JSON.stringify(log)).toContain('no longer available');
	});
});

describe('/whois', () => {
	const reference: FoundReference = { reference: 'KQT-WDR', at: now, userId: other, why: 'invalid' };
	const whoisOf = async (options: Record<string, string>, world: World = {}) => {
		const { services, asked } = fake(world);
		const log = await askCommand(whois, services, { permissions, options }, access);
		return { log, asked };
	};

	it('shows the purchase for a code, and counts codes without a holder here', async () => {
		const { log, asked } = await whoisOf({ code: 'x' });
		expect(JSON.stringify(log)).toContain('Aurora');
		expect(asked).toContainEqual(['isMiss', false]);
		const unknown = await whoisOf({ code: 'x' }, { looked: { kind: 'invalid' } });
		expect(unknown.asked).toContainEqual(['isMiss', true]);
	});

	it('leads from a reference to its dispute, and counts unknown references', async () => {
		const pageOf = async (world?: World) =>
			JSON.stringify((await whoisOf({ reference: 'kqtwdr' }, { reference, ...world })).log);
		expect(await pageOf()).not.toContain('case-open');
		expect(await pageOf({ dispute: {} })).toContain('case-open');
		const none = await whoisOf({ reference: 'zzzzzz' });
		expect(JSON.stringify(none.log)).toContain('Reference not found');
		expect(none.asked).toContainEqual(['isMiss', true]);
	});

	it('accepts a code or a reference in one form', async () => {
		const customId = lookUp.encode();
		const typed = { [moderationFields.lookUp]: 'KQT-WDR' };
		const found = await press({ customId, typed }, { reference }, 'modal');
		expect(calls(found.asked)).not.toContain('lookUp');
		const code = await press({ customId, typed }, {}, 'modal');
		expect(calls(code.asked)).toContain('lookUp');
	});
});
