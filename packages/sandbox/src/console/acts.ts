import type { CommandBody } from '@claimcheck/local-discord/command-body';
import { type Control, listControls } from '@claimcheck/local-discord/drawing/controls';
import { drawMessage } from '@claimcheck/local-discord/drawing/draw-message';
import { drawChoices } from '@claimcheck/local-discord/drawing/draw-modal';
import { ApplicationCommandType } from 'discord-api-types/v10';
import { choose } from './choose.js';
import { Exchange, type ExchangeParts } from './exchange.js';
import { isTextField, modalFields } from './modal-fields.js';
import { sightOf } from './sight.js';
import { readCommand, readSuggestion } from './typed-command.js';

const readAtOnce = 5;
/** Labels that no keyboard has. */
const arrows: Readonly<Record<string, string>> = { first: '«', previous: '‹', next: '›', last: '»' };

export interface ActsParts extends ExchangeParts {
	/** Asks for a line; undefined at the end of the input. */
	readonly ask: (prompt: string) => Promise<string | undefined>;
}

/** A label as it can be typed: without the picture or symbol at its beginning. */
function typeable(label: string): string {
	return label.replace(/^[^\p{L}\p{N}]+/u, '').toLowerCase();
}

/** Carries out what was typed: people send commands, click, choose, fill in and read. */
export class Acts {
	readonly #parts: ActsParts;
	readonly #exchange: Exchange;

	constructor(parts: ActsParts) {
		this.#parts = parts;
		this.#exchange = new Exchange(parts);
	}

	/** The buttons and selects of the message that was drawn last. */
	get controls(): readonly Control[] {
		return this.#exchange.latest === undefined ? [] : listControls(this.#exchange.latest);
	}

	/** The slash commands that the bot has registered. */
	get commands(): readonly CommandBody[] {
		return this.#registered(ApplicationCommandType.ChatInput);
	}

	close(): void {
		this.#exchange.close();
	}

	async command(text: string): Promise<void> {
		const read = readCommand(text, this.commands, this.#parts.people.lookup());
		if (!read.ok) return this.#parts.voice.hint(read.hint);
		await this.#exchange.act((person) => person.chatInput(read.name, read.values));
	}

	async menu(typed: string, target: string): Promise<void> {
		const entries = this.#registered(ApplicationCommandType.User);
		const entry = entries.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
		const targetId = this.#parts.people.lookup().user(target);
		if (entry === undefined) {
			const listed = entries.map(({ name }) => name).join(', ') || 'none';
			return this.#parts.voice.hint(`There is no entry “${typed}” in a member's menu. There are: ${listed}`);
		}
		if (targetId === undefined) return this.#parts.voice.hint(`There is nobody called ${target}.`);
		await this.#exchange.act((person) => person.userContextMenu(entry.name, targetId));
	}

	async suggest(text: string): Promise<void> {
		const { people, voice, screen, stage } = this.#parts;
		const read = readSuggestion(text, this.commands, people.lookup());
		if (!read.ok) return voice.hint(read.hint);
		await this.#exchange.guarded(async () => {
			const handle = people.current.autocomplete(read.name, read.focused, read.values);
			screen.print(drawChoices(await handle.suggested(), sightOf(stage.guild, screen)));
		});
	}

	/** `what`: a button's number as drawn, or the beginning of its label; a picture before it can't be typed. */
	async click(what: string): Promise<void> {
		const message = this.#exchange.latest;
		const buttons = this.controls.filter(({ kind }) => kind === 'button');
		const wanted = what.toLowerCase();
		const named = buttons.map((button) => ({ button, name: typeable(button.label) }));
		const button =
			buttons.find(({ number, label }) => String(number) === what || label.toLowerCase() === wanted) ??
			named.find(({ name }) => name === wanted)?.button ??
			named.find(({ name }) => name.startsWith(wanted))?.button ??
			buttons.find(({ label }) => label === arrows[wanted]);
		if (message === undefined || button === undefined) return this.#noControl('button', buttons);
		if (button.isDisabled) return this.#parts.voice.hint(`“${button.label}” is switched off right now.`);
		await this.#exchange.act((person) => person.clickButton(message, button.customId));
	}

	/** `which`: the select's number as drawn; undefined where there is only one. */
	async select(which: number | undefined, typed: readonly string[]): Promise<void> {
		const message = this.#exchange.latest;
		const selects = this.controls.filter(({ kind }) => kind === 'select');
		const only = selects.length === 1 ? selects[0] : undefined;
		const select = which === undefined ? only : selects.find(({ number }) => number === which);
		if (message === undefined || select === undefined) return this.#noControl('select', selects);
		const names = this.#parts.people.lookup();
		const choosable = { type: select.componentType, options: select.options };
		// A label may hold commas itself.
		const whole = choose(choosable, [typed.join(', ')], names);
		const choice = whole.ok ? whole : choose(choosable, typed, names);
		if (!choice.ok) return this.#parts.voice.hint(choice.hint);
		await this.#exchange.act((person) => person.selectMenu(message, select.customId, choice.values));
	}

	/** Asks for each field of the open modal, and sends it. An empty line leaves a field as it is. */
	async type(): Promise<void> {
		const { voice, people, ask } = this.#parts;
		const opened = this.#exchange.openModal;
		if (opened?.modal === undefined) {
			return voice.hint('No form is open. Some buttons and commands open one.');
		}
		const values: Record<string, string | readonly string[]> = {};
		for (const field of modalFields(opened.modal)) {
			const line = await ask(`  ${field.label}: `);
			if (line === undefined) return;
			if (line.trim() === '') continue;
			if (isTextField(field)) {
				values[field.customId] = line;
				continue;
			}
			const typed = line.split(',').map((part) => part.trim());
			const choice = choose(field, typed, people.lookup());
			if (!choice.ok) return voice.hint(`${choice.hint} Nothing was sent; type begins again.`);
			values[field.customId] = choice.values;
		}
		await this.#exchange.act((person) => person.submitModal(opened, values));
	}

	/** The last messages of a channel, as everybody sees them. */
	read(typed: string): void {
		const { stage, people, voice, screen } = this.#parts;
		const channelId = people.lookup().channel(typed === '' ? 'staff-audit' : typed);
		if (channelId === undefined) {
			const listed = [...stage.guild.channels.values()].map(({ name }) => `#${name}`).join(', ');
			voice.hint(`There is no channel “${typed}”. There are: ${listed}`);
			return;
		}
		const messages = stage.discord.messages.inChannel(channelId).slice(-readAtOnce);
		if (messages.length === 0) {
			const here = stage.guild.nameOf('channel', people.current.channelId);
			voice.note(`Nothing has been written there yet. Commands are typed in #${here}.`);
		}
		for (const { current } of messages) screen.print(drawMessage(current, sightOf(stage.guild, screen)));
	}

	#registered(type: ApplicationCommandType): CommandBody[] {
		const { discord, guild } = this.#parts.stage;
		const all = [...discord.commands.list(guild.id), ...discord.commands.list()];
		return all.map(({ body }) => body).filter((body) => body.type === type);
	}

	#noControl(kind: 'button' | 'select', there: readonly Control[]): void {
		const listed = there.map(({ number, label }) => `${number} ${label}`).join(' · ');
		this.#parts.voice.hint(
			listed === ''
				? `The last message has no ${kind}.`
				: `There is no such ${kind} on the last message. There are: ${listed}`,
		);
	}
}
