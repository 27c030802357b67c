import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import { customIdOf } from '../e2e/acts.js';
import type { Operation, Run, State } from './operation.js';
import type { World } from './world.js';

type Claim = Awaited<ReturnType<World['claimOf']>>;

/** An act that is proposed with a command and carried out with a button. */
interface TypedAct {
	readonly name: string;
	readonly command: string;
	/** An act by another member of staff before it. */
	readonly first?: string;
	/** A member who comes in, besides the holder. */
	readonly hasOther?: true;
	readonly says: RegExp;
	/** True if it is done, for a claim with no holder but these. */
	isAfter(claim: Claim, holder: Person, other: Person): boolean;
	isBefore(claim: Claim, holder: Person): boolean;
}

const isHeldBy = ({ holders }: Claim, { id }: Person): boolean => holders.length === 1 && holders[0] === id;
const reason = 'as agreed';

const typedActs: readonly TypedAct[] = [
	{
		name: 'release',
		command: 'unlink',
		says: /unlinked \*\*/,
		isBefore: isHeldBy,
		isAfter: ({ holders }) => holders.length === 0,
	},
	{
		name: 'move',
		command: 'move',
		hasOther: true,
		says: /→/,
		isBefore: isHeldBy,
		isAfter: (claim, _, other) => isHeldBy(claim, other),
	},
	{
		name: 'lock',
		command: 'lock',
		says: /locked \*\*/,
		isBefore: (claim, holder) => isHeldBy(claim, holder) && !claim.isLocked,
		isAfter: (claim, holder) => isHeldBy(claim, holder) && claim.isLocked,
	},
	{
		name: 'unlock',
		command: 'unlock',
		first: 'lock',
		says: /unlocked \*\*/,
		isBefore: (claim, holder) => isHeldBy(claim, holder) && claim.isLocked,
		isAfter: (claim, holder) => isHeldBy(claim, holder) && !claim.isLocked,
	},
	{
		name: 'revoke',
		command: 'revoke',
		says: /revoked \*\*/,
		isBefore: (claim, holder) => isHeldBy(claim, holder) && !claim.isRevoked,
		isAfter: (claim) => claim.isRevoked,
	},
];

async function proposed(
	world: World,
	command: string,
	options: Readonly<Record<string, string>>,
): Promise<() => InteractionHandle> {
	const staff = world.moderator();
	const question = await staff.chatInput(`claim ${command}`, { ...options, reason }).answered();
	return () => staff.clickButton(question, customIdOf(question, 'desk-confirm'));
}

function typed({ name, command, first, hasOther, says, isAfter, isBefore }: TypedAct): Operation {
	return {
		name,
		asks: ['Discord', 'store'],
		async prepare(world): Promise<Run> {
			const { holder, code } = await world.holder();
			const other = hasOther ? world.member('Tom') : holder;
			if (first !== undefined) await (await proposed(world, first, { code }))().answered();
			const options = { code, ...(hasOther && { to: other.id }) };
			const confirm = await proposed(world, command, options);
			return {
				people: hasOther ? [holder, other] : [holder],
				begin: confirm,
				again: async () => (await proposed(world, command, options))(),
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
			const begin = () => staff.chatInput('claim check', { code });
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
	...typedActs.map(typed),
	{
		name: 'give',
		asks: ['Discord', 'store'],
		async prepare(world) {
			const guest = world.member('Guest');
			const options = { member: guest.id, item: String(world.stage.marketplace.items[0]?.id) };
			const confirm = await proposed(world, 'give', options);
			return {
				people: [guest],
				begin: confirm,
				again: async () => (await proposed(world, 'give', options))(),
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
			const question = await staff.chatInput('claim unlink', { code, reason }).answered();
			const done = await staff.clickButton(question, customIdOf(question, 'desk-confirm')).answered();
			await world.until(() => !world.hasRole(holder), 'The role stays after a release');
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
