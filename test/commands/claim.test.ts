import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { claim } from '../../commands/claim.js';
import { claimComponents } from '../../commands/claim-components.js';
import type { ModerationService, ModerationServices } from '../../commands/moderation-services.js';
import { purchasesMenu, whois } from '../../commands/whois.js';
import type { Claim } from '../../src/claims/claim.js';
import { translatorFor } from '../../src/i18n/translator.js';
import type { Carried, ModerationCase } from '../../src/moderation/moderation-outcomes.js';
import { ephemeral, textView } from '../../src/views/message.js';
import {
	caseValue,
	chooseClaim,
	confirmChange,
	shortHash,
	undoChange,
} from '../../src/views/moderation-ids.js';
import {
	carriedView,
	casesView,
	chooseView,
	confirmView,
	memberEmbed,
} from '../../src/views/moderation-view.js';
import { askCommand, askComponent, askUserCommand } from '../discord/asking.js';
import type { Given } from '../discord/fake-interaction.js';

const t = translatorFor('en-US');
const hash = 'ab'.repeat(32);
const [buyer, other] = ['300000000000000001', '300000000000000002'];
const proposalId = 'A'.repeat(22);
const permissions = PermissionFlagsBits.ManageRoles;
const deferred = ['defer', expect.anything()];

const held: ModerationCase = {
	file: {
		hash,
		status: 'active',
		locked: false,
		isRevokedByStaff: false,
		isGiven: false,
		purchasedAt: undefined,
		undoUntil: undefined,
		item: { id: 1, name: 'Aurora', category: 'Themes' },
		licenseType: 'regular',
		supportedUntil: undefined,
		claims: [],
		history: [],
		check: undefined,
		keptSeats: 0,
		revision: 4,
	},
	holderId: buyer,
	maskedCode: '••••abcd',
};
const heldClaim: Claim = {
	hash,
	holderId: buyer,
	guildIds: [],
	status: 'active',
	locked: false,
	item: held.file.item,
	licenseType: 'regular',
	supportedUntil: undefined,
	purchasedAt: undefined,
	claimedAt: 0,
	check: undefined,
};
const released: Carried = {
	kind: 'done',
	event: {
		action: 'release',
		by: other,
		itemName: 'Aurora',
		memberId: buyer,
		toUserId: undefined,
		why: 'sold',
		isOwnCase: false,
	},
	undo: { hash, revision: 3 },
};

const staffRole = '300000000000000001';

const guildId = '100000000000000001';
const userId = '200000000000000001';

/** A moderation that finds `cases` and notes what it is asked. */
function fake(cases: readonly ModerationCase[], carried: Carried = released, retryAt?: number) {
	const asked: unknown[][] = [];
	const note = async <Result>(result: Result, ...call: unknown[]): Promise<Result> => {
		asked.push(call);
		return result;
	};
	const moderation: ModerationService = {
		receiverHindrance: (...call) => note(undefined, 'receiverHindrance', ...call),
		byCode: (...call) => note(cases, 'byCode', ...call),
		byMember: (...call) => note(cases, 'byMember', ...call),
		case: (...call) => note(cases[0], 'case', ...call),
		propose: (...call) => note(proposalId, 'propose', ...call),
		takeProposal: (...call) =>
			note({ by: '', guildId: '', action: 'release' as const, why: 'sold' }, 'takeProposal', ...call),
		confirm: (...call) => note(carried, 'confirm', ...call),
		undo: (...call) => note(carried, 'undo', ...call),
		recheck: (...call) => note({ kind: 'valid' as const }, 'recheck', ...call),
	};
	const roles = { wanted: ['5'], held: [], isPending: true };
	const parts: ModerationServices['moderation'] = {
		moderation,
		limits: {
			lookUp: async (_, look) => ({ found: (await look()).found }),
			whoisRetryAt: async () => retryAt,
			reconcileRetryAt: async () => retryAt,
			recheck: (_, check) => check(),
		},
		reconcile: (...call) => note({ kind: 'granted' as const }, 'reconcile', ...call),
		rolesOf: async () => roles,
	};
	return { services: { moderation: parts }, asked, roles };
}

const accessIn = (isHome: boolean) => ({
	isHome: () => isHome,
	makesStaff: async (_: string, roleIds: Iterable<string>) => [...roleIds].includes(staffRole),
});

async function run(given: Given, cases: readonly ModerationCase[] = [held], isHome = true) {
	const { services, asked } = fake(cases);
	const log = await askCommand(claim, services, { permissions, ...given }, accessIn(isHome));
	return { log, asked };
}

async function press(given: Given & { readonly customId: string }, carried?: Carried, isHome = true) {
	const { services, asked } = fake([held], carried);
	const kind = given.customId.startsWith('cc1:desk-choose:') ? 'select' : 'button';
	const pressed = { permissions, ...given };
	const log = await askComponent(claimComponents, kind, services, pressed, accessIn(isHome));
	return { log, asked };
}

describe('/claim', () => {
	it('has a member’s roles brought in line no sooner than the limit allows', async () => {
		const { services, asked } = fake([held], released, 9_000);
		const given = { permissions, subcommand: 'reconcile', options: { member: buyer } };
		const log = await askCommand(claim, services, given);
		expect(asked).toEqual([]);
		const said = t('moderation.reconcile.too-soon', { member: `<@${buyer}>`, when: '<t:9:R>' });
		expect(log).toEqual([deferred, ['edit', textView(said)]]);
	});

	it('shows no more members than /whois does, by whichever of its commands', async () => {
		const later = [deferred, ['edit', textView(t('moderation.later', { when: '<t:9:R>' }))]];
		for (const [subcommand, more] of [
			['lookup', {}],
			['release', { reason: 'sold' }],
			['recheck', {}],
		] as const) {
			const { services, asked } = fake([held], released, 9_000);
			const given = { permissions, subcommand, options: { member: buyer, ...more } };
			const log = await askCommand(claim, services, given);
			expect(asked, subcommand).toEqual([]);
			expect(log, subcommand).toEqual(later);
		}
	});

	it('asks for a confirmation before it changes anything', async () => {
		const { log, asked } = await run({
			subcommand: 'release',
			options: { member: buyer, reason: 'sold' },
		});
		const proposal = {
			by: userId,
			guildId,
			action: 'release',
			why: 'sold',
			holderId: buyer,
			hash,
			revision: 4,
		} as const;
		expect(asked.at(-1)).toEqual(['propose', proposal]);
		expect(log).toEqual([deferred, ['edit', confirmView(t, proposalId, proposal, held)]]);
	});

	it('asks which one is meant where there are several', async () => {
		const cases = [held, { ...held, holderId: other }];
		const { log, asked } = await run({ subcommand: 'lock', options: { code: 'x', reason: 'y' } }, cases);
		expect(asked.at(-1)?.[1]).not.toHaveProperty('hash');
		expect(log.at(-1)).toEqual(['edit', chooseView(t, proposalId, cases)]);
	});

	it('goes by the code and the member where both are given', async () => {
		const { log } = await run({ subcommand: 'lookup', options: { code: 'x', member: other } });
		expect(log.at(-1)).toEqual(['edit', textView(t('moderation.unknownCode'))]);
	});

	it('shows also what a member has held once, in a look-up alone', async () => {
		const lookup = await run({ subcommand: 'lookup', options: { member: buyer } });
		expect(lookup.asked).toEqual([['byMember', buyer, guildId, true]]);
		expect(lookup.log.at(-1)).toEqual(['edit', casesView(t, [held])]);
		const recheck = await run({ subcommand: 'recheck', options: { member: buyer } });
		expect(recheck.asked[0]?.at(-1)).toBe(false);
	});

	it('elsewhere than at home refuses what is home’s before anything is read', async () => {
		const refusal = ['reply', ephemeral(textView(t('moderation.homeOnly')))];
		for (const subcommand of ['release', 'transfer', 'lock', 'unlock', 'recheck']) {
			const options = { code: 'x', reason: 'y', to: other };
			const { log, asked } = await run({ subcommand, options }, [held], false);
			expect([log, asked]).toEqual([[refusal], []]);
		}
		for (const customId of [
			chooseClaim.encode(proposalId),
			confirmChange.encode(proposalId),
			undoChange.encode(shortHash(hash), 3),
		]) {
			const given = { customId, values: [caseValue(hash, buyer)] };
			expect(await press(given, undefined, false)).toEqual({ log: [refusal], asked: [] });
		}
		const lookup = await run({ subcommand: 'lookup', options: { code: 'x' } }, [held], false);
		expect(lookup.log.at(-1)).toEqual(['edit', casesView(t, [held])]);
	});

	it('releases the seats that are kept where nobody holds the purchase', async () => {
		const kept = { ...held, holderId: undefined, file: { ...held.file, keptSeats: 2 } };
		const { asked } = await run({ subcommand: 'release', options: { code: 'x', reason: 'y' } }, [kept]);
		expect(asked[0]?.at(-1)).toBe(true);
		expect(asked.at(-1)?.[1]).toMatchObject({ action: 'free', hash, revision: 4 });
	});

	it('asks nobody to confirm what can’t be done anyway', async () => {
		const claims = [{ ...heldClaim, holderId: buyer }];
		const about = { ...held, file: { ...held.file, claims } };
		const options = { code: 'x', reason: 'y', to: buyer };
		const already = await run({ subcommand: 'transfer', options }, [about]);
		expect(already.log.at(-1)).toEqual(['edit', textView(t('moderation.hindrance.already-held'))]);
		const own = await run({ subcommand: 'lock', options, userId: buyer }, [about]);
		expect(own.log.at(-1)).toEqual(['edit', textView(t('moderation.hindrance.own-case'))]);
	});

	it('does nothing for who may not manage roles, on buttons too', async () => {
		const refusal = textView(t('moderation.moderatorsOnly', { permission: '**Manage Roles**' }));
		const { log, asked } = await run({ subcommand: 'lookup', options: { code: 'x' }, permissions: 0n });
		expect([log, asked]).toEqual([[['reply', ephemeral(refusal)]], []]);
		const pressed = await press({ customId: confirmChange.encode(proposalId), permissions: 0n });
		expect(pressed).toEqual({ log: [['reply', ephemeral(refusal)]], asked: [] });
	});
});

describe('a staff role', () => {
	const member = { permissions: 0n, roleIds: [staffRole] };

	it('is enough for the commands and their buttons', async () => {
		const { asked } = await run({ ...member, subcommand: 'lookup', options: { code: 'x' } });
		expect(asked.map(([call]) => call)).toEqual(['byCode']);
		const pressed = await press({ ...member, customId: confirmChange.encode(proposalId) });
		expect(pressed.asked.map(([call]) => call)).toEqual(['confirm']);
	});

	it('is not enough while its member is timed out', async () => {
		const { asked } = await run({
			...member,
			isTimedOut: true,
			subcommand: 'lookup',
			options: { code: 'x' },
		});
		expect(asked).toEqual([]);
	});
});

describe('a button of /claim', () => {
	it('carries the proposal out and shows what came of it', async () => {
		const { log } = await press({ customId: confirmChange.encode(proposalId) });
		expect(log).toEqual([
			['defer update', undefined],
			['edit', carriedView(t, released)],
		]);
	});

	it('leaves what the first of two clicks has brought, and tells the second beside it', async () => {
		const { log } = await press({ customId: confirmChange.encode(proposalId) }, { kind: 'expired' });
		expect(log.at(-1)).toEqual(['follow up', ephemeral(textView(t('moderation.hindrance.expired')))]);
	});

	it('takes back what its custom_id names', async () => {
		const { asked } = await press({ customId: undoChange.encode(shortHash(hash), 3) });
		expect(asked[0]?.slice(0, 3)).toEqual(['undo', hash, 3]);
	});

	it('chooses a claim and asks for the confirmation', async () => {
		const given = { customId: chooseClaim.encode(proposalId), values: [caseValue(hash, buyer)] };
		const { asked } = await press(given);
		expect(asked.at(-1)).toEqual([
			'propose',
			expect.objectContaining({ hash, holderId: buyer, why: 'sold' }),
		]);
	});

	it('of a shape that nobody has made is answered as outdated', async () => {
		const { log, asked } = await press({ customId: 'cc1:desk-undo:short:3' });
		expect([log[0]?.[0], asked]).toEqual(['reply', []]);
	});
});

describe('/whois', () => {
	it('shows roles and purchases, the same from the context menu', async () => {
		const { services, roles, asked } = fake([held]);
		const typed = await askCommand(whois, services, { permissions, options: { member: buyer } });
		const picked = await askUserCommand(purchasesMenu, services, { permissions, targetId: buyer });
		const view = casesView(t, [held], memberEmbed(t, buyer, roles));
		expect(typed).toEqual([deferred, ['edit', view]]);
		expect(picked).toEqual(typed);
		expect(asked).toHaveLength(2);
	});
});
