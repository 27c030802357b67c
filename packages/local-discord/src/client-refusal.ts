/** What a person tried can't be done: Discord's own client would not have let them, and the bot never hears of it. */
export class ClientRefusal extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'ClientRefusal';
	}
}
