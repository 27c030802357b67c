import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management':
		'⛔ Non salvato: servono i permessi **Gestisci server** e **Gestisci ruoli** nel server.',
	'setup.takes.administrator': '⛔ Non salvato: i ruoli dello staff li sceglie un amministratore.',
	'setup.refused.out-of-reach': '⛔ <@&{roleId}> non è stato salvato: non è sotto il tuo ruolo più alto.',
	'setup.refused.administrator': '⛔ <@&{roleId}> non è stato salvato: è un ruolo di amministratore.',
	'setup.refused.is-staff':
		'⛔ <@&{roleId}> non è stato salvato: è un ruolo dello staff, e un acquisto non ne dà mai.',
	'setup.refused.is-given':
		'⛔ <@&{roleId}> non è stato salvato: lo danno gli acquisti, quindi ogni acquirente sarebbe dello staff.',
	'setup.refused.self-chosen': '⛔ <@&{roleId}> non è stato salvato: i membri possono darselo da soli.',
	'setup.unusableChannel': '⛔ Non salvato: non è un canale di questo server in cui si può scrivere.',
	'setup.tooManyRules': '⛔ Non salvato: ci sono già {most, number} ruoli così. Togline uno prima.',
	'setup.staff':
		'**Ruoli dello staff** · possono occuparsi degli acquisti senza Gestisci ruoli; li sceglie un amministratore (facoltativo)',
	'setup.staffHow':
		'-# Fai vedere a questi ruoli anche i comandi: Impostazioni del server → Integrazioni → questo bot.',
	'setup.lookAtPowers': 'Vedi i suoi poteri',
	'setup.confirm.powers':
		'⚠️ Ogni acquirente avrebbe: {powers}\nToglilo dal ruolo {role} in Impostazioni del server → Ruoli.',
	'setup.confirm.channels': '⚠️ Gli acquirenti vedrebbero {channels}',
	'setup.confirm.holders':
		'⚠️ {count, plural, one {# membro ha} many {# di membri hanno} other {# membri hanno}} già {role}. Da ora decidono gli acquisti: chi verifica qui e non ha un acquisto per quel ruolo lo perde.',
	'setup.confirm.someHolders':
		'⚠️ Forse alcuni membri hanno già {role}. Da ora decidono gli acquisti: chi verifica qui e non ha un acquisto per quel ruolo lo perde.',
	'setup.confirm.openChannel':
		'⚠️ Tutti nel server possono leggere {channel}: chi ha verificato che cosa e che cosa ha fatto lo staff.',
	'setup.confirm.use': 'Usalo comunque',
	'setup.confirm.another': 'Scegline un altro',
	'audit.trouble.role-powerful':
		'{role} dà potere sul server e nessuno lo ha confermato. Togli i suoi permessi in Impostazioni del server → Ruoli, o confermali in `/configura server`.',
	'audit.setup.powers': 'i permessi di <@&{roleId}> sono confermati',
	'audit.setup.staffRoles': 'i ruoli dello staff ora sono {roles}',
	'audit.setup.noStaffRoles': 'non ci sono più ruoli dello staff',
	'finding.staffRole.says':
		'{role} non rende nessuno dello staff: non c’è più, appartiene a un’app o può averlo chiunque.',
	'panel.mayNotPost':
		'⛔ Non puoi scrivere con link incorporati in {channel}, quindi lì non pubblico per te.',
	'panel.limited': '⏳ I pannelli di questo server sono stati cambiati spesso. Riprova {when}.',
	'audit.accountOpened': '🔑 <@{userId}> ha aperto l’account del marketplace',
	'finding.staffCommands.says': '{role} è un ruolo dello staff e non vede questi comandi: {commands}.',
	'finding.hiddenCommands.says': 'I membri con {role} non vedono questi comandi: {commands}.',
	'finding.allowCommands': 'Consentili in Impostazioni del server → Integrazioni → questo bot.',
} satisfies Record<keyof typeof english, string>;
