import type { Interaction } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import { customIdOf } from '../e2e/acts.js';
import { readable } from '../e2e/reading.js';
import type { Operation, Run, State } from './operation.js';
import type { World } from './world.js';

const getRoles = 'purchases-roles';
const isVerified = /Purchase verified|Already verified/;
const everything = ['shop', 'Discord', 'store'] as const;

/**
 * One or several members send the same code at the same moment: in the end one holds it, and only that one was told so.
 */
function verifying(world: World, buyers: readonly Person[]): Run {
	const code = world.code();
	const sent: { readonly buyer: Person; readonly handle: Interaction }[] = [];
	const send = (buyer: Person): Interaction => {
		const handle = buyer.chatInput('verify', { code });
		sent.push({ buyer, handle });
		return handle;
	};
	const [first] = buyers;
	if (first === undefined) throw new Error('Nobody verifies');
	return {
		people: buyers,
		begin: () => buyers.map(send)[0] as Interaction,
		isRepeatable: true,
		again: async () => send(first),
		says: (answer) => isVerified.test(answer) || (buyers.length > 1 && /This code is in use/.test(answer)),
		async state(): Promise<State> {
			const { holders } = await world.claimOf(code);
			const answered = new Set(
				sent.filter(({ handle }) => handle.revisions.some((shown) => isVerified.test(readable(shown)))),
			);
			const answeredIds = new Set([...answered].map(({ buyer }) => buyer.id));
			if (holders.length > 1 || answeredIds.size > 1) return 'doubled';
			if ([...answeredIds].some((id) => !holders.includes(id))) return 'lost';
			return holders.length === 0 ? 'before' : 'after';
		},
	};
}

export const memberOperations: readonly Operation[] = [
	{
		name: 'verify',
		asks: everything,
		prepare: async (world) => verifying(world, [world.member('Maya')]),
	},
	{
		name: 'verify, two at once',
		asks: everything,
		prepare: async (world) => verifying(world, [world.member('Maya'), world.member('Tom')]),
	},
	{
		name: 'get my roles',
		asks: ['Discord', 'store'],
		async prepare(world) {
			const { holder, code } = await world.holder();
			world.stage.guild.takeRole(holder.id, world.stage.roles.buyer.id);
			const page = await holder.chatInput('purchases').answered();
			return {
				people: [holder],
				begin: () => holder.clickButton(page, customIdOf(page, getRoles)),
				isRepeatable: true,
				async again() {
					const asked = holder.chatInput('purchases');
					const shown = await asked.answered();
					return readable(shown).includes(`cc1:${getRoles}`)
						? holder.clickButton(shown, customIdOf(shown, getRoles))
						: asked;
				},
				says: (answer) => answer.includes(`••••${code.slice(-4)}`),
				async state() {
					const { holders } = await world.claimOf(code);
					if (holders.length > 1) return 'doubled';
					return holders.includes(holder.id) ? 'after' : 'lost';
				},
			};
		},
	},
	{
		name: 'items',
		asks: ['Discord', 'store'],
		async prepare(world) {
			const person = world.member('Tom');
			return {
				people: [person],
				begin: () => person.chatInput('items'),
				isRepeatable: true,
				again: async () => person.chatInput('items'),
				says: (answer) => answer.includes('cc1:items-open:'),
				state: async () => 'after',
			};
		},
	},
];
