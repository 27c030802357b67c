import { BotKeeper } from '../bot-keeper.js';
import type { BotExit } from '../bot-process.js';
import type { Stage } from '../stage.js';
import { Acts } from './acts.js';
import { complete } from './completion.js';
import { type ConsoleInput, parseLine } from './parse-line.js';
import { People } from './people.js';
import type { Screen } from './screen.js';
import { Voice } from './voice.js';
import { codeLines, helpLines, placesLines, roleLines } from './welcome.js';

/** All codes of a state, as against the few at the start. */
const every = Number.POSITIVE_INFINITY;
const atStart = 3;

/** The line interface of the sandbox: people, the bot and the shop at one's command. */
export class Console {
	readonly #stage: Stage;
	readonly #screen: Screen;
	readonly #voice: Voice;
	readonly #people: People;
	readonly #bot: BotKeeper;
	readonly #acts: Acts;
	readonly #endings: (() => void)[] = [];
	#mend: (() => void) | undefined;

	/** `ask` asks for a line, and gives undefined at the end of the input. */
	constructor(stage: Stage, screen: Screen, ask: (prompt: string) => Promise<string | undefined>) {
		this.#stage = stage;
		this.#screen = screen;
		this.#voice = new Voice(screen);
		this.#people = new People(stage);
		this.#bot = new BotKeeper(stage, { onLoss: (exit) => this.#tellLoss(exit) });
		this.#acts = new Acts({
			stage,
			screen,
			ask,
			people: this.#people,
			voice: this.#voice,
			isBotRunning: () => this.#bot.isRunning,
		});
		this.#watchRoles();
	}

	get prompt(): string {
		return `${this.#people.alias}> `;
	}

	/** Registers the commands, starts the bot and says what there is. Rejects where the bot doesn't start. */
	async open(): Promise<void> {
		this.#voice.note('Registering the commands and starting the bot …');
		const { exit, output } = await this.#stage.register();
		if (exit.code !== 0) throw new Error(`The commands could not be registered:\n${output}`);
		await this.#bot.start();
		this.#voice.heading('Claimcheck’s sandbox: the real bot, on a Discord and a shop on this machine');
		this.#voice.list(placesLines(this.#stage));
		this.#voice.heading('People');
		this.#voice.list(this.#people.lines());
		this.#voice.heading('Purchase codes');
		this.#voice.list(codeLines(this.#stage, atStart));
		this.#voice.note('Try: /verify and one of these codes. help lists everything, quit ends it.');
		this.#screen.print('');
	}

	complete(line: string): [string[], string] {
		const { commands, controls } = this.#acts;
		return complete(line, { commands, controls, people: this.#people.aliases });
	}

	/** Does what a line asks for. Never rejects because of what was typed. */
	async take(line: string): Promise<'go-on' | 'quit'> {
		const input = parseLine(line);
		if (input.kind === 'quit') return 'quit';
		await this.#do(input);
		if (input.kind !== 'nothing') this.#screen.print('');
		return 'go-on';
	}

	close(): void {
		this.#bot.release();
		this.#acts.close();
		for (const end of this.#endings) end();
	}

	async #do(input: Exclude<ConsoleInput, { readonly kind: 'quit' }>): Promise<void> {
		switch (input.kind) {
			case 'nothing':
				return;
			case 'wrong':
				return this.#voice.hint(input.hint);
			case 'command':
				return this.#acts.command(input.text);
			case 'menu':
				return this.#acts.menu(input.command, input.target);
			case 'suggest':
				return this.#acts.suggest(input.text);
			case 'click':
				return this.#acts.click(input.what);
			case 'select':
				return this.#acts.select(input.which, input.choices);
			case 'type':
				return this.#acts.type();
			case 'read':
				return this.#acts.read(input.name);
			case 'as':
			case 'join':
				return this.#change(input.kind, input.name);
			case 'down':
			case 'up':
				return this.#shop(input.kind === 'down' ? input.fault : undefined);
			case 'block':
			case 'unblock':
				return this.#moveRole(input.kind);
			case 'kill':
				return this.#kill();
			case 'start':
				return this.#start();
			case 'log':
				return this.#voice.lines(this.#bot.log(input.count));
			case 'people':
				return this.#voice.list(this.#people.lines());
			case 'roles':
				return this.#voice.list(roleLines(this.#stage));
			case 'codes':
				return this.#voice.list(codeLines(this.#stage, every));
			case 'help':
				return this.#voice.lines(helpLines());
		}
	}

	#change(kind: 'as' | 'join', name: string): void {
		const isDone = kind === 'as' ? this.#people.become(name) : this.#people.join(name);
		if (isDone) {
			this.#voice.note(`You are ${this.#people.nameOf(this.#people.current)} now.`);
			return;
		}
		const known = this.#people.aliases.join(', ');
		this.#voice.hint(
			kind === 'as'
				? `There is nobody called ${name}. There are: ${known}; join lets somebody new in.`
				: `There is a ${name} already.`,
		);
	}

	#shop(fault: Extract<ConsoleInput, { kind: 'down' }>['fault'] | undefined): void {
		this.#mend?.();
		this.#mend = fault === undefined ? undefined : this.#stage.marketplace.faults.add('*', fault);
		this.#voice.note(fault === undefined ? 'The shop is well.' : `The shop goes wrong (${fault}), until up.`);
	}

	#moveRole(kind: 'block' | 'unblock'): void {
		const { guild, roles } = this.#stage;
		guild.moveRole(roles.buyer.id, kind === 'block' ? guild.botRole.position : 1);
		this.#voice.note(
			kind === 'block'
				? 'The buyer role stands above the bot’s own now: Discord does not let the bot give it.'
				: 'The buyer role stands below the bot’s own again.',
		);
	}

	async #kill(): Promise<void> {
		const wasRunning = await this.#bot.kill();
		this.#voice.note(
			wasRunning ? 'The bot was killed (SIGKILL). start starts it again.' : 'It is not running.',
		);
	}

	async #start(): Promise<void> {
		if (this.#bot.isRunning) return this.#voice.hint('It is running already.');
		try {
			await this.#bot.start();
			this.#voice.note('The bot is running.');
		} catch (error) {
			this.#voice.hint(error instanceof Error ? error.message : String(error));
		}
	}

	#tellLoss({ code, signal }: BotExit): void {
		this.#voice.hint(
			`The bot has ended by itself (${signal ?? `code ${code}`}). log shows why, start starts it.`,
		);
	}

	#watchRoles(): void {
		const { discord, guild } = this.#stage;
		const tell = (verb: string) => (event: { userId: string; roleId: string }) => {
			const who = guild.nameOf('user', event.userId) ?? 'Somebody';
			this.#voice.note(`● ${who} ${verb} the role ${guild.nameOf('role', event.roleId) ?? event.roleId}`);
		};
		this.#endings.push(discord.events.on('role-added', tell('got')));
		this.#endings.push(discord.events.on('role-removed', tell('lost')));
	}
}
