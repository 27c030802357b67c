import { setTimeout as sleep } from 'node:timers/promises';
import { type APIMessage, ApplicationCommandType } from 'discord.js';
import { ApiError } from '../discord/api-error.js';
import { ClientRefusal } from '../discord/client-refusal.js';
import type { CommandBody } from '../discord/command-rules.js';
import { InteractionFailed, type InteractionHandle } from '../discord/interaction.js';
import { messageBodySchema, walkComponents } from '../discord/message-body.js';
import type { Stage } from '../stage.js';
import { type Control, listControls } from '../terminal/controls.js';
import { drawMessage } from '../terminal/draw-message.js';
import { drawChoices, drawModal } from '../terminal/draw-modal.js';
import { type Choosable, choose } from './choose.js';
import { FollowedAnswers } from './followed-answers.js';
import { isTextField, modalFields } from './modal-fields.js';
import type { People } from './people.js';
import type { Screen } from './screen.js';
import { sightOf } from './sight.js';
import { readCommand, readSuggestion } from './typed-command.js';
import type { Voice } from './voice.js';

/** An answer that takes longer is drawn when it comes; the next line need not wait for it. */
const PATIENCE_MS = 15_000;

export interface ActsParts {
	readonly stage: Stage;
	readonly people: People;
	readonly screen: Screen;
	readonly voice: Voice;
	/** Asks for a line; undefined at the end of the input. */
	readonly ask: (prompt: string) => Promise<string | undefined>;
	readonly isBotRunning: () => boolean;
}

/** What people do in Discord: they send commands, click, choose and fill in. Answers are drawn as they come. */
export class Acts {
	readonly #parts: ActsParts;
	readonly #answers: FollowedAnswers;
	#openModal: InteractionHandle | undefined;

	constructor(parts: ActsParts) {
		this.#parts = parts;
		this.#answers = new FollowedAnswers(parts.stage.discord.events, (message, handle, isChange) =>
			this.#draw(message, handle, isChange),
		);
	}

	/** The buttons and selects of the message that was drawn last. */
	get controls(): readonly Control[] {
		return this.#answers.latest === undefined ? [] : listControls(this.#answers.latest);
	}

	/** The slash commands that the bot has registered. */
	get commands(): readonly CommandBody[] {
		return this.#registered(ApplicationCommandType.ChatInput);
	}

	close(): void {
		this.#answers.close();
	}

	async command(text: string): Promise<void> {
		const read = readCommand(text, this.commands, this.#parts.people.lookup());
		if (!read.ok) return this.#parts.voice.hint(read.hint);
		await this.#act((person) => person.chatInput(read.name, read.values));
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
		await this.#act((person) => person.userContextMenu(entry.name, targetId));
	}

	async suggest(text: string): Promise<void> {
		const { people, voice, screen, stage } = this.#parts;
		const read = readSuggestion(text, this.commands, people.lookup());
		if (!read.ok) return voice.hint(read.hint);
		await this.#guarded(async () => {
			const handle = people.current.autocomplete(read.name, read.focused, read.values);
			screen.print(drawChoices(await handle.suggested(), sightOf(stage.guild, screen)));
		});
	}

	async click(what: string): Promise<void> {
		const message = this.#answers.latest;
		const buttons = this.controls.filter(({ kind }) => kind === 'button');
		const wanted = what.toLowerCase();
		const button =
			buttons.find(({ number }) => String(number) === what) ??
			buttons.find(({ label }) => label.toLowerCase() === wanted) ??
			buttons.find(({ label }) => label.toLowerCase().startsWith(wanted));
		if (message === undefined || button === undefined) return this.#noControl('button', buttons);
		if (button.isDisabled) return this.#parts.voice.hint(`“${button.label}” is switched off right now.`);
		await this.#act((person) => person.clickButton(message, button.customId));
	}

	async select(which: number | undefined, typed: readonly string[]): Promise<void> {
		const message = this.#answers.latest;
		const selects = this.controls.filter(({ kind }) => kind === 'select');
		const only = selects.length === 1 ? selects[0] : undefined;
		const select = which === undefined ? only : selects.find(({ number }) => number === which);
		if (message === undefined || select === undefined) return this.#noControl('select', selects);
		const choice = choose(choosable(message, select), typed, this.#parts.people.lookup());
		if (!choice.ok) return this.#parts.voice.hint(choice.hint);
		await this.#act((person) => person.selectMenu(message, select.customId, choice.values));
	}

	/** Asks for each field of the open modal, and sends it. An empty line leaves a field as it is. */
	async type(): Promise<void> {
		const { voice, people, ask } = this.#parts;
		const opened = this.#openModal;
		if (opened?.modal === undefined)
			return voice.hint('No form is open. Some buttons and commands open one.');
		const values: Record<string, string | readonly string[]> = {};
		for (const field of modalFields(opened.modal)) {
			const line = await ask(`  ${field.label}: `);
			if (line === undefined) return;
			if (line.trim() === '') continue;
			if (isTextField(field)) {
				values[field.customId] = line;
				continue;
			}
			const choice = choose(
				field,
				line.split(',').map((part) => part.trim()),
				people.lookup(),
			);
			if (!choice.ok) return voice.hint(`${choice.hint} Nothing was sent; type begins again.`);
			values[field.customId] = choice.values;
		}
		await this.#act((person) => person.submitModal(opened, values));
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
		const messages = stage.discord.messages.inChannel(channelId).slice(-READ_AT_ONCE);
		if (messages.length === 0) voice.note('Nothing has been written there yet.');
		for (const { current } of messages) screen.print(drawMessage(current, sightOf(stage.guild, screen)));
	}

	#registered(type: ApplicationCommandType): CommandBody[] {
		const { discord, guild } = this.#parts.stage;
		const all = [...discord.commands.list(guild.id), ...discord.commands.list()];
		return all.map(({ body }) => body).filter((body) => body.type === type);
	}

	async #act(begin: (person: People['current']) => InteractionHandle): Promise<void> {
		await this.#guarded(async () => {
			const handle = begin(this.#parts.people.current);
			this.#answers.follow(handle);
			const late = new AbortController();
			const patience = sleep(PATIENCE_MS, 'late' as const, { signal: late.signal });
			// Its own end is no news.
			patience.catch(() => undefined);
			try {
				const came = await Promise.race([handle.answered(), handle.modalOpened(), patience]);
				if (came === 'late') this.#parts.voice.note('No answer yet. It is drawn when it comes.');
			} finally {
				late.abort();
			}
			this.#answers.drawNew();
			if (handle.modal !== undefined) this.#showModal(handle);
		});
	}

	#showModal(handle: InteractionHandle): void {
		const { screen, stage, voice } = this.#parts;
		if (handle.modal === undefined) return;
		this.#openModal = handle;
		screen.print(drawModal(handle.modal, sightOf(stage.guild, screen)));
		voice.note('type fills it in.');
	}

	/** What Discord's client doesn't allow, and answers that never come, are no errors of the console. */
	async #guarded(work: () => Promise<void>): Promise<void> {
		const { voice, isBotRunning } = this.#parts;
		try {
			await work();
		} catch (error) {
			if (error instanceof ClientRefusal) return voice.hint(`Discord does not let you: ${error.message}.`);
			if (error instanceof ApiError) return voice.hint(`That is not there any more: ${error.message}.`);
			if (!(error instanceof InteractionFailed)) throw error;
			if (error.failure === 'closed') return;
			const why = isBotRunning() ? 'log shows what it was doing.' : 'It is not running; start starts it.';
			voice.hint(`The application did not respond. ${why}`);
		}
	}

	#draw(message: APIMessage, handle: InteractionHandle, isChange: boolean): void {
		const { screen, stage, people, voice } = this.#parts;
		const isOther = handle.userId !== people.current.id;
		const whose = isOther
			? `${stage.guild.members.get(handle.userId)?.user.displayName ?? 'Somebody'}: `
			: '';
		if (isChange) voice.note(`${whose}the message has changed:`);
		else if (whose !== '') voice.note(whose);
		const shown = isChange ? message : { ...message, edited_timestamp: null };
		screen.print(drawMessage(shown, sightOf(stage.guild, screen)));
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

const READ_AT_ONCE = 5;

function choosable(message: APIMessage, select: Control): Choosable {
	const components = messageBodySchema.shape.components.parse(message.components ?? []) ?? [];
	const found = walkComponents(components, []).find(
		({ component }) => component.custom_id === select.customId,
	);
	return { type: found?.component.type ?? 0, options: select.options };
}
