/** An act that Discord's own client wouldn't have allowed; the bot never hears of it. */
export class ClientRefusal extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'ClientRefusal';
	}
}
