-- Kinds of channels, notifications and administrators' actions, as the API names them.

UPDATE notification_channels SET kind = 'email' WHERE kind = 'mail';
UPDATE notification_channels SET kind = 'apprise' WHERE kind = 'service';
UPDATE notification_channels SET unwanted = REPLACE(unwanted, '"talk"', '"chat"');
UPDATE notifications SET kind = 'chat' WHERE kind = 'talk';
UPDATE audit_trail SET act = 'remove_message' WHERE act = 'remove_word';
UPDATE audit_trail SET act = 'retry_emails' WHERE act = 'try_letters_again';
