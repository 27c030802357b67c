/** The command line is invalid. The message explains why. */
export class UsageError extends Error {}

/** A line for each command, however long: it is broken for the terminal. */
export const usage = `Usage: npm run claims -- COMMAND

  export [FILE]        every claim, with the servers' settings, as JSON lines, to FILE or to standard output
  import FILE          adds the claims of an export ("-": from standard input); overwrites nothing, lists conflicts
  export-csv FILE      a list for spreadsheets: member, item, licence, dates, price, roles; never a code
  import-csv FILE      says what an import of a list would do: member and code, or for gifts member, item, until. --apply then imports it beside the running bot, checks each code with the shop, can be killed and run again. Reads the bot's other variables too
  backup [FILE]        SQLite: a consistent copy of the database, even while the bot runs; dated, in the folder backups beside it
  backups              SQLite: lists the backups, newest first, and whether CLAIM_SECRET opens them
  restore [FILE]       SQLite, with the bot stopped: replaces the database with a backup, keeps the old one beside it, and undoes all that if the database then fails its check; without FILE it offers the backups. Asks, or --yes
  verify [--repair]    checks every claim and every list against each other, and SQLite's index against its table; --repair makes lists follow the claims, and rebuilds the index
  stats [--json]       counts claims, holders, items
  rotate-secret        moves every claim from CLAIM_SECRET to NEW_CLAIM_SECRET (or NEW_CLAIM_SECRET_FILE); can be killed and run again. --settle-seconds N (20): how long to wait for running bots
  forget-server ID     removes settings, panels and the like of a server that is no longer served. Asks, or --yes
  confirm-account      confirms that the key belongs to another marketplace account: codes are checked with it from then on. Reads MARKETPLACE_URL and MARKETPLACE_API_KEY too. Asks, or --yes

Reads DATABASE_URL and CLAIM_SECRET as the bot does, from the environment or .env. Exit code 1: something needs your attention.
`;
