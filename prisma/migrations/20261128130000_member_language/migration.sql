-- compatible: yes
-- Language of a user's dashboard and mails (BCP 47); null: that of the browser, and English in mails.
ALTER TABLE dashboard."user" ADD COLUMN language text CHECK (length(language) <= 20);
