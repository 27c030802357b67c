import type { Interaction } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import { change, customIdOf, openActForm, openGiveForm, roleTaken } from '../e2e/acts.js';
import type { Operation, Run, State } from './operation.js';
import type { World } from './world.js';

type Claim = Awaited<ReturnType<World['claimOf']>>;

/** An action on a purchase's page. */
interface StaffAct {
	readonly name: string;
	readonly act: string;
	/** Involves another member, besides the holder. */
	readonly hasOther?: true;
	readonly says: RegExp;
	/** True if it is done, for a claim with no other holders. */
	isAfter(claim: Claim, holder: Person, other: Person): boolean;
	isBefore(claim: Claim, holder: Person): boolean;
}

const isHeldBy = ({ holders }: Claim, { id }: Person): boolean => holders.length === 1 && holders[0] === id;
const reason = 'as agreed';

const purchaseActs: readonly StaffAct[] = [
	{
		name: 'release',
		act: 'unlink',
		says: /unlinked \*\*/,
		isBefore: isHeldBy,
		isAfter: ({ holders }) => holders.length === 0,
	},
	{
		name: 'move',
		act: 'move',
		hasOther: true,
		says: /→/,
		isBefore: isHeldBy,
		isAfter: (claim, _, other) => isHeldBy(claim, other),
	},
	{
		name: 'lock',
		act: 'lock',
		says: /locked \*\*/,
		isBefore: (claim, holder) => isHeldBy(claim, holder) && !claim.isLocked,
		isAfter: (claim, holder) => isHeldBy(claim, holder) && claim.isLocked,
	},
];

/** Opens the form of an action on the purchase's page; submitting it is the operation. */
async function opened(
	world: World,
	{ act, code, other }: { readonly act: string; readonly code: string; readonly other?: Person | undefined },
): Promise<() => Interaction> {
	const staff = world.moderator();
	const page = await staff.chatInput('whois', { code }).answered();
	const form = await openActForm(staff, page, act);
	return () => staff.submitModal(form, { reason, ...(other !== undefined && { member: [other.id] }) });
}

function ofPurchase({ name, act, hasOther, says, isAfter, isBefore }: StaffAct): Operation {
	return {
		name,
		asks: ['Discord', 'store'],
		async prepare(world): Promise<Run> {
			const { holder, code } = await world.holder();
			const other = hasOther ? world.member('Tom') : holder;
			const open = () => opened(world, { act, code, other: hasOther ? other : undefined });
			const send = await open();
			return {
				people: hasOther ? [holder, other] : [holder],
				begin: send,
				again: async () => (await open())(),
				says: (answer) => says.test(answer),
				async state(): Promise<State> {
					const claim = await world.claimOf(code);
					if (claim.holders.length > 1) return 'doubled';
					if (isAfter(claim, holder, other)) return 'after';
					return isBefore(claim, holder) ? 'before' : 'lost';
				},
			};
		},
	};
}

export const staffOperations: readonly Operation[] = [
	{
		name: 'whois, member',
		asks: ['Discord', 'store'],
		async prepare(world) {
			const { holder, code } = await world.holder();
			const staff = world.moderator();
			const begin = () => staff.chatInput('whois', { member: holder.id });
			return {
				people: [holder],
				begin,
				isRepeatable: true,
				again: async () => begin(),
				says: (answer) => answer.includes(`••••${code.slice(-4)}`),
				state: async () => (isHeldBy(await world.claimOf(code), holder) ? 'after' : 'lost'),
			};
		},
	},
	{
		name: 'whois, code',
		asks: ['shop', 'Discord', 'store'],
		async prepare(world) {
			const [code, staff] = [world.code(), world.moderator()];
			const begin = () => staff.chatInput('whois', { code });
			return {
				people: [],
				begin,
				isRepeatable: true,
				again: async () => begin(),
				says: (answer) => answer.includes('Valid and available'),
				state: async () => ((await world.claimOf(code)).holders.length === 0 ? 'after' : 'lost'),
			};
		},
	},
	{
		name: 'check',
		asks: ['shop', 'Discord', 'store'],
		async prepare(world) {
			const { holder, code } = await world.holder();
			const staff = world.moderator();
			const page = await staff.chatInput('whois', { code }).answered();
			const begin = () => staff.clickButton(page, customIdOf(page, 'desk-check'));
			return {
				people: [holder],
				begin,
				isRepeatable: true,
				again: async () => begin(),
				says: (answer) => answer.includes('✅ Valid') || answer.includes('Checked a moment ago'),
				async state() {
					const claim = await world.claimOf(code);
					return isHeldBy(claim, holder) && !claim.isRevoked ? 'after' : 'lost';
				},
			};
		},
	},
	...purchaseActs.map(ofPurchase),
	{
		name: 'give',
		asks: ['Discord', 'store'],
		async prepare(world) {
			const guest = world.member('Guest');
			const item = String(world.stage.marketplace.items[0]?.id);
			const staff = world.moderator();
			const open = async () => {
				const form = await openGiveForm(staff, guest);
				return () => staff.submitModal(form, { item, reason });
			};
			return {
				people: [guest],
				begin: await open(),
				again: async () => (await open())(),
				says: (answer) => answer.includes('gave **'),
				async state() {
					const claims = await world.claimsOf(guest);
					return claims > 1 ? 'doubled' : claims === 1 ? 'after' : 'before';
				},
			};
		},
	},
	{
		name: 'undo',
		asks: ['Discord', 'store'],
		async prepare(world) {
			const { holder, code } = await world.holder();
			const staff = world.moderator();
			const done = await change(staff, 'unlink', { code, reason });
			await roleTaken(world.stage, holder);
			const undo = () => staff.clickButton(done, customIdOf(done, 'desk-undo'));
			return {
				people: [holder],
				begin: undo,
				again: async () => undo(),
				says: (answer) => answer.includes('Undone by'),
				async state() {
					const { holders } = await world.claimOf(code);
					if (holders.length > 1) return 'doubled';
					if (holders.length === 0) return 'before';
					return holders[0] === holder.id ? 'after' : 'lost';
				},
			};
		},
	},
];
