"""Ages over 89 in every layout that says that a number is an age, and numbers that are none."""

from __future__ import annotations

import re

import pytest

from reticent import Redaction, sanitize
from reticent.detection import patterns
from reticent.text import Document, Span
from reticent.text.document import MASK

LAYOUTS = r"""
Age: {} ¦ Age {} ¦ AGE: {} ¦ age={} ¦ age = {} ¦ Age - {} ¦ Age – {} ¦ Age..........{} ¦ Age\t{} ¦ Age;{} ¦ Age,{},Sex,F ¦ "age": {}, ¦ "age":"{}"
'age': '{}' ¦ {{"age": {}}} ¦ {{"patient": {{"ageYears": {}}}}} ¦ <age>{}</age> ¦ <age unit="years">{}</age> ¦ <Patient age="{}"/> ¦ <td>Age</td><td>{}</td>
<th>Age</th>\n  <td>{}</td> ¦ <li><b>Age:</b> {}</li> ¦ **Age:** {} ¦ *Age* {} ¦ patient_age: {} ¦ patientAge={} ¦ PatientAge: {} ¦ pt.age == {} ¦ Patient(age={})
set_age({}) ¦ patient['age'] = {} ¦ WHERE age > {} ¦ age_at_death={} ¦ Age at death: {} ¦ Age at diagnosis {} ¦ Age on admission: {} ¦ Age (years): {} ¦ Age [y]: {}
Age (yrs) {} ¦ Age in years: {} ¦ Age/Sex: {}/F ¦ Age / Sex: {} / M ¦ Sex/Age: F/{} ¦ Age & gender: {} F ¦ Age group: {}+ ¦ Age range 65 to {} ¦ Age band {}-99
age ~{} ¦ age approx. {} ¦ age approximately {} ¦ age about {} ¦ aged {} ¦ Aged {}, ¦ aged over {} ¦ aged c. {} ¦ aged {} and frail ¦ aged between 90 and {} ¦ age >{}
age ≥ {} ¦ age>= {} ¦ age was {} ¦ Age is {} ¦ Age\n{} ¦ Patient age\n{} ¦ Age:\n{}\nSex:\nF ¦ at the age of {} ¦ at age {} ¦ over the age of {} ¦ age of onset: {}
Ages: 45, 67, {} ¦ ages 45 and {} ¦ ages = [45, {}] ¦ "age": [45, {}, 61] ¦ Age | 45 | {} ¦ {{"name": "Age", "value": {}}} ¦ code="age" value="{}" ¦ Age : {}
Age: {}.5 ¦ age {}y ¦ Age{} ¦ Age: {}yo ¦ Age: {} y/o ¦ Age: {} years ¦ Age: {} yrs ¦ {} years old ¦ {}-year-old man ¦ {} year old ¦ a {}-yr-old ¦ {} yr old
{} yrs old ¦ {} y old ¦ {} y.o. ¦ {}yo ¦ {} yo ¦ {}y/o ¦ {} Y/O ¦ {}yoF ¦ {} yom ¦ {} years of age ¦ {}.5 years old ¦ {}½ years old ¦ {} and a half years old
{},5 years old ¦ {}+ years old ¦ {} or more years old ¦ {}y4m ¦ {} years and 4 months ¦ {} years young ¦ {}y, F ¦ {} yrs, male ¦ Female, {} years ¦ (F, {} years)
{} years, female ¦ 85-{} years old ¦ 91 to {} years old ¦ {}M with chest pain ¦ {}F with cough ¦ {} F, nulliparous ¦ {}F ¦ \n{}M. Fell at home ¦ {}/F ¦ {}/M
F/{} ¦ M/{} ¦ F / {} ¦ F, {}, frail ¦ M, {} ¦ Hale, F, {} ¦ {}, F ¦ {} (F) ¦ {} female ¦ {}-female ¦ {} year female ¦ {} man ¦ {}-lady ¦ a {} woman ¦ Female {} ¦ female, {}
male ({}) ¦ M | {} ¦ Sex: F | {} ¦ | Age | {} | ¦ woman, {}, fell ¦ She is {}. ¦ He was {} when he fell. ¦ She's {} now ¦ who is now {}. ¦ Grandma is {}. ¦ My father was {}.
The patient is {}. ¦ Pt is {} with ¦ His mother turned {}. ¦ she will be {} in May ¦ she has just turned {}. ¦ he reached {}. ¦ Mrs Hale is {}. ¦ Mr. John Hale was {} and
He lived to {}. ¦ lived to be {}. ¦ died at {}. ¦ passed away at {}, ¦ At {}, she still drives. ¦ at {} he moved ¦ a lady of {}, frail ¦ a woman of {}.
Pt {}, frail. ¦ Patient {}, fell ¦ his wife ({}) ¦ his wife, {}, is well ¦ The patient ({}) ¦ Mrs. Hale ({}) called ¦ Mr John Hale, {}, fell. ¦ widow aged {}
a resident ({}) ¦ DOB 03/04/1929 ({}) ¦ born 1929, {}, ¦ b. 1929 ({}) ¦ {}-jähriger Mann ¦ {} Jahre alt ¦ Alter: {} ¦ edad: {} ¦ {} años ¦ âge : {} ¦ {} ans ¦ {}岁 ¦ 年龄：{} ¦ {}歳
| Name | Age |\n|---|---|\n| Hale | {} | ¦ Name\tAge\tSex\nHale\t{}\tF ¦ name,age,sex\nHale,{},F ¦ name;age\nHale;{} ¦ "name","age"\n"Hale, Eve","{}"
Name    Age   Sex\nHale    {}    F ¦ Name Age Sex\nEve Hale {} F ¦ <tr><th>Name</th><th>Age</th></tr><tr><td>Hale</td><td>{}</td></tr>
She is pushing {}. ¦ Now pushing {}, she ¦ He is going to be {} in May ¦ Eve Hale is going to be {}. ¦ Going to be {}. ¦ Grandma is getting on for {}. ¦ Soon to be {}, he
his wife is close to {}. ¦ She is approaching {}. ¦ the patient is nearing {} and ¦ he made it to {}. ¦ My aunt hit {} last week ¦ he'd be {} now ¦ she would have been {}. ¦ Dad's turning {}.
She is just shy of {}. ¦ she is upwards of {}. ¦ he is older than {}. ¦ He lived for {} years. ¦ she had lived {} years ¦ lived in this house for {} years ¦ born {} years ago ¦ after {} years of life
{}-and-a-half-year-old ¦ {} 1/2 year old ¦ {} - year - old ¦ {}/yo ¦ {} years on this earth ¦ a {}-plus lady ¦ Y.O.: {} ¦ Years old: {} ¦ The patient is a {} with ¦ still driving at {}. ¦ alive at {}.
Her {}th birthday ¦ in his {}th year ¦ the {}th year of her life ¦ lives alone at {}. ¦ he survived until {}.
(name, age) VALUES ('Hale', {}) ¦ columns=["name", "age"], data=[["Hale", {}]] ¦ Patient Age | Ward\n{} | 4 ¦ Age (years)\n45\n{}
"""

OTHER_FORMS = r"""
9 4 yo ¦ 9 4 years old ¦ 9-4 y/o ¦ 1 0 2 years old ¦ nine-four years old ¦ Age: 093 ¦ PatientAge 093Y ¦ 1,140 months old ¦ 1140-month-old ¦ 34,000 days old ¦ 4,940 weeks old ¦ age 1140 months
Age: 1140 mo ¦ aged 1,140 months ¦ Age in months: 1140 ¦ Age (days): 34000 ¦ in her tenth decade ¦ in the tenth decade of life ¦ his 10th decade ¦ nine decades old ¦ nine and a half decades of life
in her nineties ¦ a late nineties lady ¦ Age: 90s ¦ her age is in the nineties ¦ mid-90's gentleman ¦ his ninety-fourth year ¦ a century old lady ¦ ninety-four-and-a-half years old
"""

NO_AGES = r"""
BP 93/60 ¦ BP 120/93 ¦ BP 110/90 mmHg ¦ sats 93% ¦ sats 93 % on air ¦ SpO2 93 ¦ O2 sat 93 percent ¦ 93 mg daily ¦ 93mg ¦ weight 93 kg ¦ Weight: 93 ¦ weighs 93 lbs ¦ room 93 ¦ Room 102F ¦ bed 93
HR 93 ¦ pulse 102, regular ¦ P 93 ¦ T 102F ¦ temp 102F ¦ Temp: 102 F ¦ temperature of 102F ¦ fever of 102F ¦ fever to 102 F ¦ febrile 102F ¦ 102F fever ¦ Tmax 101F ¦ T: 98 F ¦ 102 °F ¦ 102F orally
38.9C (102F) ¦ it was 98F outside ¦ oven at 120F ¦ vitals: 98F 120/80 ¦ 93 minutes ¦ 93 days old? no, 93 days ¦ 93 people ¦ page 93 ¦ Figure 93 ¦ section (93) ¦ 93rd Street ¦ 93 Elm Street
age 93 days ¦ age 93 % ¦ 93 years ago ¦ for 93 years ¦ the past 93 years ¦ 93 years of experience ¦ 93 years later ¦ over 93 years ¦ a lease of 93 years ¦ 93 years in prison ¦ 6,100 years old
193 years old ¦ 1.93 years old ¦ bandage 93 ¦ stage 93 ¦ average 93 ¦ storage: 93 ¦ The rate is 93. ¦ The index reached 93. ¦ It is 93. ¦ $93M with ¦ sales of 93M in 2019 ¦ 93M rows ¦ 93 M users
100 male rats ¦ 120 women ¦ the patients (93) ¦ the sisters (95 of them) ¦ patient 93 kg ¦ his wife, 91 kg ¦ He is 93 percent sure ¦ She was 93% sure ¦ He was 94.5 ¦ a man of 94 kg
Weight Age\n93 55 ¦ Name,Weight,Age\nHale,93,45 ¦ | Weight | Age |\n| 93 | 45 | Age 45, 93 kg ¦ Age: 45, BP 93/60 ¦ Age 45. HR 93 ¦ Age\n45\nHeight\n93 ¦ Age: 45\n93 Elm Street
GCS 15, eGFR >90 ¦ eGFR 90+ ¦ creatinine 102 ¦ ICD F93 ¦ code M93 ¦ F93.0 ¦ M93/8 ¦ version 93 ¦ room F93 ¦ U.S. 93 ¦ ISO 100 ¦ 93-95 mmHg ¦ between 90 and 95 kg ¦ PT 93, INR 1.1
HR at 92 ¦ sat 94 on 2L ¦ sats going to be 97 ¦ HR approaching 95. ¦ The pressure is pushing 95. ¦ Heart Rate is going to be 97. ¦ pulse nearing 100, ¦ the score reached 93. ¦ close to 95 mmHg
9 4 mg ¦ 9-4 overtime ¦ shifts of 9 4 ¦ lived 93 years before ¦ born 93 days ago ¦ lives at 93 Elm Street ¦ the tenth decade of the study ¦ nine decades of research ¦ room 94
1,140 months of data ¦ age 140 months ¦ 30,000 days old ¦ 4,500 weeks old ¦ the nineties ¦ late 90s music ¦ his 94th year of service ¦ her 95th patient ¦ made it to 95 percent ¦ hit 95 mph
turned 100% ¦ turned 93 pages ¦ reached 93 kg ¦ at 93 Elm Street ¦ at 93 km/h ¦ died, 93 cases ¦ aged care, 93 beds ¦ 93 y/n ¦ 100 yards ¦ 1993 ¦ 2093 ¦ 93:12 ¦ 12:93 ¦ 93.7 ¦ 93,000 ¦ 100,000
"""


def read_cases(cases: str) -> list[str]:
    lines = (line for line in cases.strip().splitlines())
    parts = (part.strip(" ") for line in lines for part in line.split("¦"))
    return [part.replace("\\t", "\t").replace("\\n", "\n") for part in parts if part]


def find_ages(text: str) -> list[str]:
    return [each.span.of(text) for each in patterns(["AGE"]).mentions(Document("d", text))]


@pytest.mark.parametrize("layout", read_cases(LAYOUTS))
def test_an_age_over_89_is_found_in_every_layout_that_says_so(layout: str) -> None:
    for age in ("90", "93", "99", "102", "115"):
        text = layout.format(age)
        assert any(age in each for each in find_ages(text)), text


@pytest.mark.parametrize("text", read_cases(OTHER_FORMS))
def test_an_age_over_89_is_found_in_other_forms(text: str) -> None:
    assert find_ages(text)


@pytest.mark.parametrize("beside", ["[AGE 1] {}", "[AGE 1], {}", "[AGE] / {}.", "[AGE 1] [AGE 2] {}"])
def test_a_mark_hides_no_age_beside_it(beside: str) -> None:
    text = f"Age: {beside.format(93)}"
    marks = tuple(Span(*mark.span()) for mark in re.finditer(r"\[.*?\]", text))
    document = Document("d", text, placeholders=marks)
    assert [each.span.of(text) for each in patterns(["AGE"]).mentions(document)] == ["93"]
    assert "93" not in sanitize(document, Redaction((patterns(),))).text


def test_the_number_of_another_field_is_no_age() -> None:
    text = f"Age: 41\n\n{MASK}\n\n93"
    document = Document("d", text, placeholders=(Span(text.index(MASK), text.index(MASK) + 1),))
    assert not patterns(["AGE"]).mentions(document)


@pytest.mark.parametrize("layout", read_cases(LAYOUTS))
def test_an_age_up_to_89_is_not_found(layout: str) -> None:
    text = (
        layout.format("41")
        .replace("90 and", "40 and")
        .replace("91 to", "40 to")
        .replace("-99", "-45")
        .replace("1929", "1961")
    )
    assert find_ages(text) == []


@pytest.mark.parametrize("text", read_cases(NO_AGES))
def test_a_number_that_nothing_calls_an_age_is_left(text: str) -> None:
    assert find_ages(text) == []
