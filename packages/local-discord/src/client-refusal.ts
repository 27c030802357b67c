/** An act that Discord's own client wouldn't have allowed. The bot isn't notified of it. */
export class ClientRefusal extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'ClientRefusal';
	}
}
