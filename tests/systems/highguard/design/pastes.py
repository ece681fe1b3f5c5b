"""Listings as people post them, each typed for these tests, and what must be read of them."""

ADJACENT = """\
DE-1 Hornet   DE-B1257G3-040000-50503-0  MCr2200   5000 tons
DE-2 Wasp     DE-B1257G3-040000-50503-0  MCr2200   5000 tons
Crew=60. TL=14. Fuel=1600. EP=350. Agility=5.
"""
DREADNOUGHT = """\
BB-77 Colossus            BB-R1559J4-A49900-90009-0  MCr71,255.5  100 kTons
                    bear              W     U   U     Crew=1,422.
                    batt              X     V   Y     TL=15.
Legend: U=40, V=60, W=16, X=30, Y=80.
Passengers=0. Low=0. Cargo=200. Fuel=14,000. EP=9000. Agility=5. Marines=120. Pulse lasers.
"""
SLASHED = """\
CT-4 Kestrel  CT-5125542-000000-30003-0  2200 MCr   5000 tons
btty/brng  12/9 8/6
Crew 70  TL 13
Cargo=12. LHyd=1200. EP=250. Agil=3. Emergency Agility=5.
"""
GALLERY = """\
Ship: Ardent
Class: Ardent
Type: Light Cruiser
Tech Level: 14

USP
         CL-K1346E3-050000-60607-0 MCr 9,912.500 10 KTons
Bat Bear             5     8 8 9   Crew: 120
Bat                  6     A A B   TL: 14

Cargo: 42.000 Fuel: 4,600.000 EP: 600.000 Agility: 4 Marines: 30 Pulse Lasers
Craft: 2 x 30T Ship's Boat
Substitutions: A = 10 B = 12
"""
HYPHENS = """\
IDC-9 Sentinel            IDC-A2447G2-000510-50202-0  MCr1336.63   1250 tons
      all bear                              2 2 2                 Crew=45. TL 15
Passengers=0. Low=0. Cargo=63. Fuel=587.5. EP=87.5. Agile=1. Marines=35.
RDDE-10 Picket            RDDE-A2447G2-000510-50202-0  MCr1300   1250t
batts. 2 2 2  Crew 45 TL 15
Extra Fighter Fuel=12. Frozen Flight Crew=9. Fuel=587.5. EP=87.5. Agility=1.
"""
UNLABELLED = """\
Night Heron (ND)          FF-8145573-030000-40302-0   MCr990.25  1kt
                                      2     5 3 4
                                      2     6 4 5
TL=13 Crew=22 Agility=4 EP=70 Fuel=470 Cargo=0
Carries a 50 ton cutter, MCr 28, in her hold.
"""
ONE_LINE = (
    "GG-2 Longboat GG-0106B21-000000-20000-0 MCr27.85 20 tons one battery Crew=1. TL=14. Passengers=7. "
    "Emergency Low Berths=3 (for 12). Cargo=2. Fuel=2.2. EP=2.2. Agility=6."
)
TWO_ON_A_LINE = """\
Left FF-8145573-030000-40302-0 MCr9 1000 tons   Right FF-8145573-030000-40302-0 MCr9 1000 tons
Crew=22 TL=13
Third FF-8145573-030000-40302-0 MCr990 9900T
Crew=22. TL=13. Fuel=470. EP=70. Agility=4.
"""
WRAPPED = """\
QE-1 Quarrel  QE-5125542-000000-
30003-0  MCr420.1   500
tons
batteries
bearing 3 4  Crew=12.
batteries 4
5 TL=13.
Cargo=12. Emergency
Low=2. Fuel=120. EP=25. Agility=3.
Note: built for 420 MCr and 20 tons of silver.
"""
REMARKED = """\
USS Gallant (ND) BC-A2447G2-(ND)-000510-50202-0 MCr1,336.63 1,250 dtons
batteries bearing 2 2 2 Crew=45 (6 officers).
Batteries=2 2 2 TL=12(14)
Fuel=587.5 tons. Cargo=63 tons. EP=87.5 Agility=1.
The captain's main battery is famous.
"""
EVERY = (
    ADJACENT, DREADNOUGHT, SLASHED, GALLERY, HYPHENS, UNLABELLED, ONE_LINE, TWO_ON_A_LINE, WRAPPED, REMARKED,
)  # fmt: skip
MAILED = """\
On 3 March Joe wrote:
> Hawk      DD-A3465H2-230000-40505-0   MCr. 780.5   1000 tons
> Batteries bearing     2     2 1 3
> Batteries             2     2 1 4
>> TL=13. Crew=20. Fuel=450. EP=50. Agility=4. Cargo
> 12. Low Berths
> 5. Passengers 3.
"""
RECORD = """\
Ship Name: INS Vengeance
USP: CL-F3356G4-560600-600K7-0
Tonnage: 6000
Price: 5,600 MCr
TL: 14
Crew: 70
Agility: 5
LHyd= 3000
EP: 360
Batteries: 4 6 1 2
Bearing: 4 5 1 2
"""
BELOW_A_PRICE = """\
Iron Duke      BC-P9252G2-D91130-46656-1  200kt  Cost: 9,342.29 MCr
                           2     61353
                           3     72776
Crew=240
Ram  AG-H7215D1-163203-24315-3  3000t  MCr 8750.76
                 T   Z 64134
                 U   Z 94154
Crew=478
"""
TONS_OF_OTHERS = """\
Ore Barge  AG-D2226B2-040000-40003-0  MCr 610  Fuel tankage=300 tons  4,000 tons  260 tons of spare parts
Crew=9
"""
