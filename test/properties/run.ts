import { isDeepStrictEqual } from 'node:util';
import type { ComponentInputs } from '../../src/discord/interactions/handler.js';
import { claimPrefix } from '../claim-row.js';
import type { Given } from '../discord/interactions/fake-interaction.js';
import { changeWorld, isMet, mayGrant, type Need, needOf, type Step, shownClaim } from './operations.js';
import { idOf, PeopledWorld, type PersonName, people } from './peopled-world.js';
import { PressedInteraction } from './pressed-interaction.js';
import { type Process, startProcess, type Target } from './process.js';

/** A component or a form that some answer has shown: any person may send it again, from anywhere. */
interface Shown {
	readonly kind: keyof ComponentInputs;
	readonly customId: string;
	readonly options: readonly string[];
	/** Of a form: its fields. */
	readonly fields: readonly string[];
	/** Of a form: its selects, with their options; none for one of members. */
	readonly picks: readonly { readonly id: string; readonly options: readonly string[] }[];
}

/** The results of one step, for the properties. */
export interface Happened {
	readonly step: Step;
	/** Which step of the sequence. */
	readonly index: number;
	readonly by: PersonName;
	readonly guildId: string;
	readonly need: Need;
	/** By the rule book of the test, at the moment of the act. */
	readonly allowed: boolean;
	/** True if the person moderated the server at the moment of the act, which may take their rights. */
	readonly isStaff: boolean;
	readonly customId: string | undefined;
	/** The code that was typed, if one was. */
	readonly code: string | undefined;
	readonly before: ReadonlyMap<string, unknown>;
	readonly after: ReadonlyMap<string, unknown>;
	/** Every message that was answered. */
	readonly answers: readonly unknown[];
	/** The shop at the moment of the act. */
	readonly shop: PeopledWorld['shop']['state'] | 'other-account';
	readonly now: number;
}

export interface PlayOptions {
	/** These steps are left out, and the others still mean what they meant. */
	readonly without?: ReadonlySet<number>;
	/** People press only components shown to them in that server, and nothing forged. */
	readonly honest?: boolean;
}

/** Plays a sequence on a new world with two processes, and yields each step that a person took. */
export async function play(
	steps: readonly Step[],
	watch: (world: PeopledWorld, it: Happened) => void,
	{ without = new Set(), honest = false }: PlayOptions = {},
): Promise<PeopledWorld> {
	const world = new PeopledWorld();
	const processes = [await startProcess(world), await startProcess(world)];
	const pools = new Map<string, Shown[]>();
	for (const [index, step] of steps.entries()) {
		world.schedule.jump(10_000);
		const at = step.process % processes.length;
		if (step.act === 'crash') {
			// Started again, now and then with the key of another author.
			processes[at] = await startProcess(world, { hasOthersKey: step.b % 4 === 3 });
			continue;
		}
		if (changeWorld(world, step)) continue;
		const process = processes[at];
		if (process === undefined || without.has(index)) continue;
		const poolOf = honest ? `${step.who}:${step.where}` : '';
		const shown = pools.get(poolOf) ?? [];
		pools.set(poolOf, shown);
		// Members' and staff's components are kept apart: without the staff's acts, a member presses the same.
		const isStaffs = ({ customId }: Shown): boolean => needOf('press', customId) !== 'member';
		const within = honest ? shown.filter((it) => isStaffs(it) === (step.b % 2 === 1)) : shown;
		await act({ world, process, step, index, shown, within, honest }, watch);
	}
	world.shop.state = 'up';
	for (const process of [...processes, ...processes]) await process.settle();
	return world;
}

async function act(
	{
		world,
		process,
		step,
		index,
		shown,
		within,
		honest,
	}: {
		readonly world: PeopledWorld;
		readonly process: Process;
		readonly step: Step;
		readonly index: number;
		readonly shown: Shown[];
		readonly within: readonly Shown[];
		readonly honest: boolean;
	},
	watch: (world: PeopledWorld, it: Happened) => void,
): Promise<void> {
	const by = people[step.who % people.length] ?? 'buyer';
	const server = world.servers[step.where % world.servers.length] ?? world.home;
	const isThere = server.members.has(idOf(by));
	// Discord sends nothing of who is not there; the dispatcher refuses what comes from a server that is not served.
	if (!isThere || (server === world.other && !world.servesOthers)) return;
	const wish = wishOf(world, step, within, honest);
	if (wish === undefined) return;
	const interaction = new PressedInteraction(world, { by, guildId: server.id, index, ...wish.given });
	const need = needOf(step.act, wish.customId);
	const about = {
		step,
		index,
		by,
		guildId: server.id,
		need,
		allowed:
			isMet(world, need, server.id, idOf(by)) &&
			(wish.roleId === undefined || mayGrant(world, server.id, idOf(by), wish.roleId)),
		isStaff: isMet(world, 'staff', server.id, idOf(by)),
		customId: wish.customId,
		code: wish.code,
		before: world.store.values(),
		shop: process.hasOthersKey ? ('other-account' as const) : world.shop.state,
		now: world.now,
	};
	await process.handle(wish.target, interaction);
	const answers = interaction.log.map(([, argument]) => argument).filter((it) => it !== undefined);
	for (const answer of answers) collect(answer, shown);
	watch(world, { ...about, after: world.store.values(), answers });
}

interface Wish {
	readonly target: Target;
	readonly customId: string | undefined;
	readonly code: string | undefined;
	readonly given: Given;
	/** The role that is to be handed out. */
	readonly roleId?: string;
}

/** The person's next request to the bot; undefined if there is nothing to press yet. */
function wishOf(
	world: PeopledWorld,
	{ act, a, b, where }: Step,
	shown: readonly Shown[],
	honest: boolean,
): Wish | undefined {
	const sold = world.shop.sold[a % world.shop.sold.length];
	const code = sold?.code ?? '';
	const member = idOf(people[b % people.length] ?? 'buyer');
	const to = idOf(people[a % people.length] ?? 'buyer');
	// A code in a reason is what people do.
	const reason = `because of ${code.toUpperCase()} (${b})`;
	const server = world.servers[where % world.servers.length] ?? world.home;
	const roleIds = [...server.roles.keys()];
	const roleId = roleIds[b % roleIds.length] ?? '';
	const command = (name: string, options: Record<string, string | number> = {}, typed?: string): Wish => {
		const [top = '', subcommand] = name.split(' ');
		const given = { options, ...(subcommand !== undefined && { subcommand }) };
		return { target: { command: top }, customId: undefined, code: typed, given };
	};
	const component = (kind: keyof ComponentInputs, customId: string, values: readonly string[]): Wish => ({
		target: { kind, customId },
		customId,
		code: undefined,
		given: { customId, values },
	});
	switch (act) {
		case 'verify': {
			const typed = b % 7 === 6 ? `00000000-0000-4000-8000-0000000${String(a).padStart(5, '0')}` : code;
			return command('verify', { code: typed }, typed);
		}
		case 'purchases':
		case 'privacy':
		case 'account':
			return command(act);
		case 'delete data':
			return component('button', 'cc1:privacy-erase', []);
		case 'undo': {
			const button = shown.findLast(({ customId }) => customId.startsWith('cc1:desk-undo:'));
			return button && component('button', button.customId, []);
		}
		case 'let go': {
			const hash = shownClaim(world, a)?.slice(claimPrefix.length);
			return hash === undefined ? undefined : component('button', `cc1:purchases-let-go:${hash}`, []);
		}
		case 'whois':
			return command('whois', { member });
		case 'whois code':
			return command('whois', { code });
		case 'claim unlink':
		case 'claim lock':
		case 'claim unlock':
		case 'claim revoke':
			return command(act, b % 2 === 0 ? { code, reason } : { member, reason });
		case 'claim move':
			return command(act, { code, to: member, reason });
		case 'claim give':
			return command(act, { member: to, item: '7', reason, ...(b % 2 === 1 && { days: (b % 365) + 1 }) });
		case 'claim check':
			return command(act, { code });
		case 'claim roles':
			return command(act, { member: to });
		case 'setup server':
		case 'setup policy':
			return command(act);
		case 'setup seats':
			return command(act, { license: 'extended', members: (a % 3) + 1 });
		case 'allow unlinking':
			return component('select', 'cc1:policy-unlinking', [['0', '7', '30', 'never'][a % 4] ?? 'never']);
		case 'setup item':
			return { ...command(act, { item: '7', role: roleId }), roleId };
		case 'choose role':
			return {
				...component('role-select', `cc1:setup-role:${a % 2 === 0 ? 'buyer' : 'supported'}`, [roleId]),
				roleId,
			};
		case 'choose audit channel':
			return component('channel-select', 'cc1:setup-audit', [
				(world.servers[a % 2] ?? world.home).auditChannelId,
			]);
		case 'panel':
			return command('panel', { channel: server.auditChannelId });
		case 'press': {
			const chosen = latest(shown, a);
			if (chosen === undefined || chosen.kind === 'modal') return undefined;
			// One of what was offered or, forged, of what any other select has offered.
			const everywhere = shown.flatMap(({ options }) => options);
			const options = b % 4 === 3 && !honest ? everywhere : chosen.options;
			const value = chosen.kind === 'user-select' ? member : options[b % Math.max(1, options.length)];
			return component(chosen.kind, chosen.customId, value === undefined ? [] : [value]);
		}
		case 'type': {
			const forms = shown.filter(({ kind }) => kind === 'modal');
			const form = latest(forms, a);
			if (form === undefined) return undefined;
			const text = form.customId.includes('panel-code') ? code : `words with ${code}`;
			return {
				target: { kind: 'modal', customId: form.customId },
				customId: form.customId,
				code: form.customId.includes('panel-code') ? code : undefined,
				given: {
					customId: form.customId,
					// Text inputs are typed into, and selects chosen from, whichever a form has under a name.
					typed: Object.fromEntries(form.fields.map((id) => [id, id === 'days' ? '' : text])),
					chosen: Object.fromEntries(form.picks.map(({ id, options }) => [id, [options[0] ?? member]])),
				},
			};
		}
		default:
			return undefined;
	}
}

/** Counted from the last that was shown: one thing leads to the next. */
function latest<T>(shown: readonly T[], back: number): T | undefined {
	return shown.at(-1 - (back % Math.max(1, shown.length)));
}

const kinds: Readonly<Record<number, keyof ComponentInputs>> = {
	2: 'button',
	3: 'select',
	5: 'user-select',
	6: 'role-select',
	8: 'channel-select',
};

/** Every component and form in an answer, each once. */
function collect(answer: unknown, shown: Shown[]): void {
	const add = (it: Shown): void => {
		if (!shown.some((known) => isDeepStrictEqual(known, it))) shown.push(it);
	};
	const visit = (node: unknown, fields: string[], picks?: Shown['picks'][number][]): void => {
		if (Array.isArray(node)) {
			for (const each of node) visit(each, fields, picks);
			return;
		}
		if (typeof node !== 'object' || node === null) return;
		const { type, custom_id: customId, options = [], title, components } = node as Record<string, unknown>;
		if (typeof customId === 'string') {
			const kind = typeof type === 'number' ? kinds[type] : undefined;
			const values = Array.isArray(options) ? options.map((option: { value: string }) => option.value) : [];
			if (type === 4) fields.push(customId);
			else if (picks !== undefined && kind !== undefined) picks.push({ id: customId, options: values });
			else if (kind !== undefined) add({ kind, customId, options: values, fields: [], picks: [] });
			else if (typeof title === 'string') {
				const inside: string[] = [];
				const chosen: Shown['picks'][number][] = [];
				visit(components, inside, chosen);
				add({ kind: 'modal', customId, options: [], fields: inside, picks: chosen });
				return;
			}
		}
		for (const value of Object.values(node)) visit(value, fields, picks);
	};
	visit(answer, []);
}
