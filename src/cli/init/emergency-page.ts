import { resolve } from 'node:path';
import { backupPlace } from '../../storage/backups.js';

/**
 * A page to print with the steps after a loss of the machine or the database. Contains no secret.
 * @param file of the SQLite database
 * @param at milliseconds since the epoch
 */
export function emergencyPage(place: {
	readonly folder: string;
	readonly file: string;
	readonly at: number;
}): string {
	const { folder, at } = place;
	const file = resolve(folder, place.file);
	const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(at);
	return `# If something happens to your bot

Print this page, or keep it where this computer’s disk is not. It contains no secret.
Written by \`npm run init\` on ${date}, which writes it again whenever you run it.

## Where everything is

- The bot is the folder \`${folder}\`. Type the commands below in a terminal in that folder.
- Its settings and secrets are in the file \`.env\` there.
- Its purchases are in the file \`${file}\`.
- A backup is made each day and kept for 14 days, in \`${backupPlace(file).folder}\`.

## What to keep, and to keep apart

1. Your secret: the text after \`CLAIM_SECRET=\` in \`.env\`. Keep it in a password manager, or on paper. Without it no one can read the purchases, not even you, and no one can make it again.
2. A backup, on a USB stick or on another computer. Make a new one every month. For FILE, type where it goes:

       npm run claims -- backup FILE

Keep these two in different places: whoever has both can read your buyers’ codes. Everything else in \`.env\` can be replaced: the token in Discord’s Developer Portal, the key in your shop.

## The computer is gone: start again on another one

If the old bot could still run somewhere, stop it first: two bots can give one code to two members.

1. Install Node.js (nodejs.org, LTS), and download and unpack the bot, as you did at first.
2. In that folder, make a text file named \`.env\` with one line: \`CLAIM_SECRET=\`, and your secret right after it.
3. Copy your backup into that folder, open a terminal there, and type, with its name as FILE:

       npm ci
       npm run claims -- restore FILE
       npm run init

4. Answer as you did at first.

Members who verified after that backup was made verify again. Everyone else notices nothing.

## Only the database is damaged

1. Stop the bot: press Ctrl+C where it runs.
2. Choose a backup by its number. Each is checked first, and the damaged database is kept beside the new one:

       npm run claims -- restore

3. Start it again:

       npm start

## Is everything all right?

    npm run doctor
    npm run claims -- backups
    npm run claims -- verify
`;
}
