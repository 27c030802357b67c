import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { ComponentBody, ModalBody } from '@claimcheck/local-discord/message-body';
import type { Person } from '@claimcheck/local-discord/person';
import { buttonsOf, plainTextOf, type ReadSelect, selectsOf } from '@claimcheck/local-discord/reading';
import type { APIMessage } from 'discord.js';
import { ComponentType } from 'discord.js';
import { customIdName } from '../../src/views/custom-ids/custom-id.js';

// A walk over everything that can be pressed, chosen and filled in, from a first interaction on: breadth first, each
// control once. A press may change what it is pressed on, and what is stored; so each is reached anew, from its root.

/** Ends what hangs, with the name of what did. */
const patienceMs = 30_000;
/** Entries of a menu that are all tried. */
const shortMenu = 8;

/** Something that a person begins with. Each time it is opened it has people and purchases of its own. */
export interface Root {
	readonly name: string;
	open(): Promise<Opened>;
}

export interface Opened {
	readonly person: Person;
	/** The begun interaction, or an existing message. */
	readonly begun: InteractionHandle | APIMessage;
	/** Ids of users to pick, of a role and of a channel; texts by the custom_id or label of a field. */
	readonly picks: Picks;
}

export interface Picks {
	readonly user: string;
	readonly role: string;
	readonly channel: string;
	/** The input of a field, by a part of its custom_id; '' is the default. */
	readonly texts: Readonly<Record<string, string>>;
}

export interface Reached {
	readonly root: string;
	/** The labels that led here. */
	readonly path: readonly string[];
	/** Undefined where a form has opened. */
	readonly message: APIMessage | undefined;
	readonly modal: ModalBody | undefined;
	readonly person: Person;
	/** The custom_id that was used last; undefined at the root. */
	readonly customId: string | undefined;
}

interface Control {
	readonly key: string;
	readonly label: string;
	readonly customId: string;
	readonly use: (person: Person, message: APIMessage, picks: Picks) => InteractionHandle;
}

/** Visits everything, and hands each place that it has come to to `visit`, before it goes on. */
export async function crawl(
	roots: readonly Root[],
	options: {
		/** How many presses away from its root. */
		readonly depth: number;
		readonly visit: (reached: Reached) => Promise<void> | void;
		/** A control that isn't used. */
		readonly skips?: (label: string, customId: string) => boolean;
	},
): Promise<void> {
	const seen = new Set<string>();
	for (const root of roots) {
		let paths: readonly (readonly Control[])[] = [[]];
		for (let depth = 0; depth <= options.depth && paths.length > 0; depth += 1) {
			const next: (readonly Control[])[] = [];
			for (const path of paths) {
				const reached = await follow(root, path);
				if (reached === undefined) {
					// Another root may lead there more surely.
					seen.delete(path.at(-1)?.key ?? '');
					continue;
				}
				await options.visit(reached);
				// Components of the last page that is looked at may still be met nearer to another root.
				if (reached.message === undefined || depth === options.depth) continue;
				for (const control of controlsOf(reached.message)) {
					if (seen.has(control.key) || options.skips?.(control.label, control.customId)) continue;
					seen.add(control.key);
					next.push([...path, control]);
				}
			}
			paths = next;
		}
	}
}

/** Goes a path from its root. Undefined where what was there before is not there now: a state that has passed. */
async function follow(root: Root, path: readonly Control[]): Promise<Reached | undefined> {
	const opened = await root.open();
	const { person, picks } = opened;
	const labels: string[] = [];
	let now = 'id' in opened.begun && 'timestamp' in opened.begun ? shown(opened.begun) : await outcome(opened);
	let customId: string | undefined;
	for (const step of path) {
		// A form is on the way: it is filled in.
		if (now.modal !== undefined) now = await submitted(person, now, picks);
		const { message } = now;
		const control = message && controlsOf(message).find(({ key }) => key === step.key);
		if (message === undefined || control === undefined) return undefined;
		customId = control.customId;
		labels.push(control.label);
		now = await settle(control.use(person, message, picks));
	}
	// The form itself is a place; what it leads to is the place after it.
	if (now.modal !== undefined) {
		const { modal } = now;
		const after = await submitted(person, now, picks);
		return {
			root: root.name,
			path: [...labels, `(${modal.title})`],
			person,
			customId,
			modal,
			message: after.message,
		};
	}
	return { root: root.name, path: labels, person, customId, modal: undefined, message: now.message };
}

interface Settled {
	readonly message: APIMessage | undefined;
	readonly modal: ModalBody | undefined;
	readonly handle: InteractionHandle | undefined;
}

const shown = (message: APIMessage): Settled => ({ message, modal: undefined, handle: undefined });

const outcome = ({ begun }: Opened): Promise<Settled> => settle(begun as InteractionHandle);

/** Waits until the interaction has come to something that can be seen. */
async function settle(handle: InteractionHandle): Promise<Settled> {
	const nothing = new Promise<never>((_, reject) => {
		setTimeout(() => reject(new Error(`Nothing came of ${handle.target}`)), patienceMs).unref();
	});
	await Promise.race([handle.answered(), handle.modalOpened(), handle.followedUp(), nothing]);
	if (handle.modal !== undefined) return { message: undefined, modal: handle.modal, handle };
	return { message: handle.followUps.at(-1) ?? handle.original, modal: undefined, handle };
}

async function submitted(person: Person, { handle, modal }: Settled, picks: Picks): Promise<Settled> {
	if (handle === undefined || modal === undefined) throw new Error('No form is open');
	return await settle(person.submitModal(handle, filledIn(modal, picks)));
}

function filledIn(modal: ModalBody, picks: Picks): Record<string, string | readonly string[]> {
	const fields = modal.components.flatMap((it) => it.component ?? it.components ?? []);
	return Object.fromEntries(
		fields.flatMap((field) => {
			const value = fieldValue(field, picks);
			return field.custom_id == null || value === undefined ? [] : [[field.custom_id, value]];
		}),
	);
}

function fieldValue(field: ComponentBody, picks: Picks): string | readonly string[] | undefined {
	switch (field.type) {
		case ComponentType.TextInput: {
			if (typeof field['value'] === 'string' && field['value'] !== '') return undefined;
			const named = Object.entries(picks.texts).find(
				([name]) => name !== '' && field.custom_id?.includes(name),
			);
			const text = named?.[1] ?? picks.texts[''] ?? 'x';
			return text.slice(0, Number(field['max_length'] ?? 4000));
		}
		case ComponentType.StringSelect:
			return [field.options?.[0]?.value ?? ''];
		default:
			return picked(field.type, picks);
	}
}

function picked(type: number, { user, role, channel }: Picks): readonly string[] {
	if (type === ComponentType.RoleSelect) return [role];
	return type === ComponentType.ChannelSelect ? [channel] : [user];
}

/**
 * The controls of a message. Two of one kind, label and page are one, such as *Open* of each purchase, but not *Choose* of
 * the staff roles and of the help channel.
 */
function controlsOf(message: APIMessage): Control[] {
	const buttons = buttonsOf(message).flatMap(({ label, customId, isDisabled }): Control[] => {
		if (customId === undefined || isDisabled) return [];
		const page = /:([a-z]+)$/.exec(customId)?.[1] ?? '';
		const key = `${kindOf(customId)} ${page} ${label.replaceAll(/\d+/g, '#')}`;
		return [{ key, label, customId, use: (person, at) => person.clickButton(at, customId) }];
	});
	return [...buttons, ...selectsOf(message).flatMap(choicesOf)];
}

/** A short menu leads somewhere else with each of its entries; of longer ones, and of ids, one is chosen. */
function choicesOf({ customId, type, values, chosen, isDisabled }: ReadSelect): Control[] {
	if (isDisabled) return [];
	const kind = kindOf(customId);
	if (type !== ComponentType.StringSelect) {
		const use: Control['use'] = (person, at, picks) => person.selectMenu(at, customId, picked(type, picks));
		return [{ key: kind, label: `▾ ${kind}`, customId, use }];
	}
	const others = values.filter((value) => !chosen.includes(value));
	const used = values.length <= shortMenu ? others : others.slice(0, 1);
	return used.map((value) => ({
		key: values.length <= shortMenu ? `${kind} ${value.replaceAll(/\d+/g, '#')}` : kind,
		label: `▾ ${kind} ${value}`,
		customId,
		use: (person, at) => {
			// On the way back here it may offer other values than it did.
			const now = selectsOf(at).find((select) => select.customId === customId)?.values ?? [];
			return person.selectMenu(at, customId, [now.includes(value) ? value : (now[0] ?? '')]);
		},
	}));
}

/** The kind of a custom_id, without parts that differ from one purchase, item or page to the next. */
function kindOf(customId: string): string {
	return customIdName(customId) ?? customId;
}

/** Describes a person's state for a report. */
export function describeReached({ root, path, message }: Reached): string {
	return `${[root, ...path].join(' → ')}: ${message === undefined ? 'nothing' : plainTextOf(message)}`;
}
