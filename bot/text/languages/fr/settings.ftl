### /settings and /reminders show the choices of a person with these. commands.ftl has the names of the values.

settings-head = Votre langue et l'aspect de vos vues privées. Dans les salons, rien ne change :
setting-line = { $topic } : { $choice }
# A menu has this label.
setting-menu = { $topic }…
setting-entry = { $word } : { $help }

topic-bottom = Camp en bas
topic-theme = Couleurs
topic-pictures = Images
topic-language = Langue
topic-letters = Lettres des pièces
topic-confirm = Confirmer chaque coup

setting-bottom-own = votre propre camp
setting-bottom-white = toujours les Blancs
setting-bottom-mover = le camp au trait
setting-theme-usual = comme dans les salons
setting-theme-light = un cadre clair
setting-theme-dark = un cadre sombre et un échiquier moins lumineux
setting-theme-high-contrast = noir, blanc et couleurs vives
setting-theme-print = des gris pour le papier
setting-theme-other = d'autres couleurs
setting-pictures-normal = la taille habituelle
setting-pictures-large = deux fois plus larges, nettes sur un téléphone
setting-pictures-text = des échiquiers en lettres ; attention, les notifications peuvent les dévoiler
setting-language-usual = comme votre application ou navigateur, si possible
setting-letters-english = anglaises : K Q R B N P
setting-letters-local = françaises : R D T F C P ; pour jouer, on tape toujours les lettres anglaises
setting-confirm-no = non ; /settings confirmer:oui le demande
setting-confirm-yes = oui : je demande avant chaque coup

reminders-head = Comment et quand je vous rappelle que votre temps s'écoule, et si les messages de vos parties vous mentionnent. Les rappels viennent à la moitié de votre temps, une heure avant la fin et dix minutes avant :
topic-reminders = Rappels
topic-quiet = Heures de silence
topic-zone = Fuseau horaire
topic-bells = Notifications
setting-reminders-private = en message direct
setting-reminders-mention = là où se joue la partie, sans son
setting-reminders-off = aucun
setting-quiet-none = aucune
setting-quiet = de { $from } h à { $to } h
setting-bells-on = les messages vous mentionnent quand c'est à vous de jouer, et pour les offres et les résultats
setting-bells-off = seuls les défis, le début d'une partie et vos rappels vous mentionnent
