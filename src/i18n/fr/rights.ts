import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management':
		'⛔ Non enregistré : il faut les permissions **Gérer le serveur** et **Gérer les rôles** sur le serveur.',
	'setup.takes.administrator':
		'⛔ Non enregistré : les rôles de l’équipe sont choisis par un administrateur.',
	'setup.refused.out-of-reach':
		'⛔ <@&{roleId}> n’a pas été enregistré : il n’est pas en dessous de ton rôle le plus élevé.',
	'setup.refused.administrator': '⛔ <@&{roleId}> n’a pas été enregistré : c’est un rôle d’administrateur.',
	'setup.refused.is-staff':
		'⛔ <@&{roleId}> n’a pas été enregistré : c’est un rôle de l’équipe, et un achat n’en attribue jamais.',
	'setup.refused.is-given':
		'⛔ <@&{roleId}> n’a pas été enregistré : des achats l’attribuent, chaque acheteur serait de l’équipe.',
	'setup.refused.self-chosen':
		'⛔ <@&{roleId}> n’a pas été enregistré : les membres peuvent se l’attribuer eux-mêmes.',
	'setup.unusableChannel': '⛔ Non enregistré : ce n’est pas un salon de ce serveur où l’on peut écrire.',
	'setup.tooManyRules':
		'⛔ Non enregistré : il y a déjà {most, number} rôles de ce genre. Retires-en un d’abord.',
	'setup.staff':
		'**Rôles de l’équipe** · peuvent s’occuper des achats sans « Gérer les rôles » ; un administrateur les choisit (facultatif)',
	'setup.staffHow':
		'-# Laisse aussi ces rôles voir les commandes : Paramètres du serveur → Intégrations → ce bot.',
	'setup.lookAtPowers': 'Voir ses pouvoirs',
	'setup.confirm.powers':
		'⚠️ Chaque acheteur recevrait : {powers}\nRetire cela du rôle {role} dans Paramètres du serveur → Rôles.',
	'setup.confirm.channels': '⚠️ Les acheteurs verraient {channels}',
	'setup.confirm.holders':
		'⚠️ {count, plural, one {# membre a} many {# de membres ont} other {# membres ont}} déjà {role}. Désormais, les achats décident : qui fait vérifier ici sans achat correspondant le perd.',
	'setup.confirm.someHolders':
		'⚠️ Des membres ont peut-être déjà {role}. Désormais, les achats décident : qui fait vérifier ici sans achat correspondant le perd.',
	'setup.confirm.openChannel':
		'⚠️ Tout le monde sur le serveur peut lire {channel} : qui a fait vérifier quoi, et ce que l’équipe a fait.',
	'setup.confirm.use': 'L’utiliser quand même',
	'setup.confirm.another': 'En choisir un autre',
	'audit.trouble.role-powerful':
		'{role} donne du pouvoir sur le serveur, et personne ne l’a confirmé. Retire ses permissions dans Paramètres du serveur → Rôles, ou confirme-les dans `/configurer serveur`.',
	'audit.setup.powers': 'les permissions de <@&{roleId}> sont confirmées',
	'audit.setup.staffRoles': 'les rôles de l’équipe sont maintenant {roles}',
	'audit.setup.noStaffRoles': 'il n’y a plus de rôles de l’équipe',
	'finding.staffRole.says':
		'{role} ne fait entrer personne dans l’équipe : il n’existe plus, appartient à une application ou tout le monde peut l’obtenir.',
	'panel.mayNotPost':
		'⛔ Tu ne peux pas écrire avec des liens intégrés dans {channel}, donc je n’y publie rien pour toi.',
	'panel.limited': '⏳ Les panneaux ont été modifiés souvent sur ce serveur. Réessaie {when}.',
	'audit.accountOpened': '🔑 <@{userId}> a ouvert le compte de la marketplace',
	'finding.staffCommands.says': '{role} est un rôle d’équipe et ne voit pas ces commandes : {commands}.',
	'finding.hiddenCommands.says': 'Les membres avec {role} ne voient pas ces commandes : {commands}.',
	'finding.allowCommands': 'Autorise-les dans Paramètres du serveur → Intégrations → ce bot.',
} satisfies Record<keyof typeof english, string>;
