"""Passwords, keys and codes in commands, markup, headers and files, and words that only stand where they could."""

from __future__ import annotations

import pytest

from reticent.detection import patterns
from reticent.text import Document

SECRETS = r"""
mysql -u root -pHunter2x ¦ mysql -uroot -pHunter2x db ¦ mysqldump -h db -u admin -p'Hunter2x' x ¦ mysql --password Hunter2x ¦ PGPASSWORD=Hunter2x psql ¦ export PASSWORD=Hunter2x ¦ export DB_PASS=Hunter2x
set PASSWORD=Hunter2x ¦ ENV MYSQL_ROOT_PASSWORD Hunter2x ¦ curl -u user:Hunter2x https://x.example ¦ curl --user user:Hunter2x x ¦ curl -s -u "user:Hunter2x" x ¦ wget --http-password Hunter2x ¦ sshpass -pHunter2x ssh
docker login -u me -p Hunter2x ¦ redis-cli -a Hunter2x ¦ smbclient -U me%Hunter2x ¦ htpasswd -b f me Hunter2x ¦ echo Hunter2x | passwd --stdin root ¦ echo 'Hunter2x' | sudo -S ls ¦ ldapsearch -w Hunter2x
openssl rsa -passin pass:Hunter2x ¦ postgres://me:Hunter2x@db/x ¦ redis://:Hunter2x@host ¦ <password>Hunter2x</password> ¦ <Password>Hunter2x</Password> ¦ <pwd>Hunter2x</pwd> ¦ <client_secret>Hunter2x</client_secret>
<property name="password" value="Hunter2x"/> ¦ <add key="Password" value="Hunter2x"/> ¦ <key>password</key><string>Hunter2x</string> ¦ Passwort: Hunter2x ¦ Kennwort: Hunter2x ¦ mot de passe : Hunter2x
contraseña: Hunter2x ¦ senha: Hunter2x ¦ 密码：Hunter2x ¦ пароль: Hunter2x ¦ api_key=Hunter2xHunter2x ¦ X-Api-Key: Hunter2xHunter2x ¦ client_secret=Hunter2xHunter2x ¦ "access_token": "Hunter2xHunter2x"
AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/Hunter2x ¦ Authorization: Basic dXNlcjpIHunter2x== ¦ Authorization: Bearer abcHunter2xdefghijk ¦ token: ghp_Hunter2xHunter2xHunter2x ¦ IDENTIFIED BY 'Hunter2x'
ALTER USER a WITH PASSWORD 'Hunter2x' ¦ pass: Hunter2x ¦ creds: me:Hunter2x ¦ wifi key: Hunter2x
"""
CARDS = r"""
CVV 123 ¦ CVV: 123 ¦ CVV2 123 ¦ CVC: 123 ¦ CVV code 123 ¦ CVV number 123 ¦ cvv=123 ¦ "cvv": "123" ¦ security code: 123 ¦ security code is 123 ¦ card security code 123 ¦ card verification value 123 ¦ CSC: 123
3-digit code 123 ¦ code on the back: 123 ¦ exp 04/27 cvv 123 ¦ CVV/CVC: 123 ¦ <cvv>123</cvv> ¦ CVV-123 ¦ CVV (123) ¦ CVV#123 ¦ CVN 123 ¦ verification code 123
"""
NO_SECRETS = """
docker run -p 8080:80 x ¦ ssh -p 2222 host ¦ mysql -P 3306 x ¦ redis-cli -p 6379 ¦ curl -u $USER:$PASS x ¦ mysql -u root -p $PASS ¦ the patient was identified by the nurse ¦ <password>required</password>
CVC 14 Fr, CVC 20 cm ¦ security code of conduct ¦ basic understanding of it ¦ the key: 45mg daily ¦ token: gesture ¦ pass: 12 of 14 ¦ echo 45% | awk ¦ x << 2 ¦ cout<<ABC<<DEF ¦ Pass me the salt: now
"""
BODY = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/yGaFFhKl\nbXk5lTt8vNQhM0pA\n"
ZONES = [
    "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
    "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<",
    "L898902C36UTO7408122F1204159ZE184226B1234510",
    "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL8988901C4XXX4009078F96121096ZE184226B<<<<<<",
]


def split(cases: str) -> list[str]:
    return [part.strip() for line in cases.strip().splitlines() for part in line.split("¦")]


def left(text: str) -> str:
    """What no pattern points at."""
    for mention in reversed(patterns(["CODE"]).mentions(Document("d", text))):
        text = text[: mention.span.start] + text[mention.span.end :]
    return text


@pytest.mark.parametrize("text", split(SECRETS))
def test_a_secret_is_found_wherever_programs_take_one(text: str) -> None:
    assert "Hunter2x" not in left(text)


@pytest.mark.parametrize("text", split(CARDS))
def test_the_security_code_of_a_card_is_found(text: str) -> None:
    assert "123" not in left(text)


@pytest.mark.parametrize("text", split(NO_SECRETS))
def test_what_only_stands_where_a_secret_could_is_left(text: str) -> None:
    assert left(text) == text


@pytest.mark.parametrize(
    "name", ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "CERTIFICATE", "PGP PRIVATE KEY BLOCK"]
)
@pytest.mark.parametrize("gap", ["\n", " ", "\\n", "\r\n"])
@pytest.mark.parametrize("end", ["-----END {}-----", ""])
def test_the_block_of_a_key_is_found_with_its_end_or_without(name: str, gap: str, end: str) -> None:
    text = f"-----BEGIN {name}-----\n{BODY}{end.format(name)}".replace("\n", gap)
    assert not {"xfn/yGaFFhKl", "vNQhM0pA"} & set(left(text).split("8"))
    assert "lTt8" not in left(text)


def test_text_after_a_key_without_an_end_stays() -> None:
    assert left(f"-----BEGIN PRIVATE KEY-----\n{BODY}\nShe was seen on the ward.").endswith(
        "She was seen on the ward."
    )


def test_a_signed_token_is_found_whole() -> None:
    signed = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
    assert left(f"see {signed} there") == "see  there"


@pytest.mark.parametrize("zone", ZONES)
def test_every_line_of_a_machine_readable_zone_is_found(zone: str) -> None:
    assert left(zone).strip() == ""
